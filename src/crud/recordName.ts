import { useGetManyAggregate } from 'ra-core'
import { useMemo } from 'react'
import type { MachineText } from '../i18n/text'
import { useMachineText } from '../i18n/useMachineText'
import { type AnyResource, fieldOf } from '../schema'
import { type Display, useDisplay } from '../ui/format/display'
import { formatMinutes, formatNumber } from '../ui/format/numbers'
import { formatClock, formatDate, formatMoment } from '../ui/format/times'
import { resourceKeys } from './text/resourceKeys'

type Values = Readonly<Record<string, unknown>>

const shortId = 8

const referredBy = (resource: AnyResource): AnyResource | null => {
  const field = fieldOf(resource, resource.represent)
  return field?.kind === 'reference' ? (field.options.to() as AnyResource) : null
}

export interface Words {
  text: MachineText
  display: Display
}

export const useWords = (): Words => {
  const text = useMachineText()
  const display = useDisplay()
  return useMemo(() => ({ text, display }), [text, display])
}

export const notedName = (resource: AnyResource, noted: string, { text, display }: Words): string => {
  const field = fieldOf(resource, resource.represent)
  switch (field?.kind) {
    case 'choice':
      return field.options.values.includes(noted)
        ? text(resourceKeys(resource).choice(resource.represent, noted))
        : noted
    case 'instant':
      return Number.isNaN(Date.parse(noted)) ? noted : formatMoment(noted, display)
    case 'localDate':
      return /^\d{4}-\d\d-\d\d$/.test(noted) ? formatDate(noted, display.locale) : noted
    case 'localTime':
      return formatClock(noted, display)
    case 'integer':
    case 'count':
      return formatNumber(Number(noted), display.locale)
    case 'minutes':
      return formatMinutes(Number(noted), display.locale)
    default:
      return noted
  }
}

/** The representing field, or the id's first characters. Without `words`, as in the API. */
export const recordName = (resource: AnyResource, record: Values, words?: Words): string => {
  if (resource.kind === 'singleton') return resource.label[0]
  const value = record[resource.represent]
  const name = typeof value === 'number' ? String(value) : value
  if (typeof name !== 'string' || name === '' || referredBy(resource)) return String(record.id ?? '').slice(0, shortId)
  return words ? notedName(resource, name, words) : name
}

/** Members have their user's name. */
export const useRecordNames = (resource: AnyResource, records: readonly Values[]): ((record: Values) => string) => {
  const words = useWords()
  const target = referredBy(resource)
  const ids = target ? records.flatMap(record => record[resource.represent] ?? []) : []
  const { data = [] } = useGetManyAggregate(
    target?.name ?? resource.name,
    { ids: ids.map(String) },
    { enabled: ids.length > 0 },
  )
  return record => {
    const other = target && data.find(each => each?.id === record[resource.represent])
    return other ? recordName(target, other, words) : recordName(resource, record, words)
  }
}

export const useRecordName = (resource: AnyResource, record: Values | undefined): string => {
  const nameOf = useRecordNames(resource, record ? [record] : [])
  return record ? nameOf(record) : ''
}
