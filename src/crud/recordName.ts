import { useGetManyAggregate } from 'ra-core'
import type { MachineText } from '../i18n/text'
import { useMachineText } from '../i18n/useMachineText'
import { type AnyResource, fieldOf } from '../schema'
import { resourceKeys } from './text/resourceKeys'

type Values = Readonly<Record<string, unknown>>

const shortId = 8

const referredBy = (resource: AnyResource): AnyResource | null => {
  const field = fieldOf(resource, resource.represent)
  return field?.kind === 'reference' ? (field.options.to() as AnyResource) : null
}

/** A name from the audit log; a choice's value becomes its label. */
export const notedName = (resource: AnyResource, noted: string, text: MachineText): string => {
  const field = fieldOf(resource, resource.represent)
  return field?.kind === 'choice' && field.options.values.includes(noted)
    ? text(resourceKeys(resource).choice(resource.represent, noted))
    : noted
}

/** The representing field, or the first characters of the id. With `text`, choices become labels. */
export const recordName = (resource: AnyResource, record: Values, text?: MachineText): string => {
  if (resource.kind === 'singleton') return resource.label[0]
  const name = record[resource.represent]
  if (typeof name !== 'string' || name === '' || referredBy(resource)) return String(record.id ?? '').slice(0, shortId)
  return text ? notedName(resource, name, text) : name
}

/** In one request. A member has its user's name. */
export const useRecordNames = (resource: AnyResource, records: readonly Values[]): ((record: Values) => string) => {
  const text = useMachineText()
  const target = referredBy(resource)
  const ids = target ? records.flatMap(record => record[resource.represent] ?? []) : []
  const { data = [] } = useGetManyAggregate(
    target?.name ?? resource.name,
    { ids: ids.map(String) },
    { enabled: ids.length > 0 },
  )
  return record => {
    const other = target && data.find(each => each?.id === record[resource.represent])
    return other ? recordName(target, other, text) : recordName(resource, record, text)
  }
}

export const useRecordName = (resource: AnyResource, record: Values | undefined): string => {
  const nameOf = useRecordNames(resource, record ? [record] : [])
  return record ? nameOf(record) : ''
}
