import { useReference } from 'ra-core'
import { type AnyResource, fieldOf } from '../schema'

type Values = Readonly<Record<string, unknown>>

/** How many characters stand for a record whose name is not known. */
const shortId = 8

const referredBy = (resource: AnyResource): AnyResource | null => {
  const field = fieldOf(resource, resource.represent)
  return field?.kind === 'reference' ? (field.options.to() as AnyResource) : null
}

/** What a record is called: the value of its representing field, else its id's first characters. */
export const recordName = (resource: AnyResource, record: Values): string => {
  const name = record[resource.represent]
  return typeof name === 'string' && name !== '' && !referredBy(resource)
    ? name
    : String(record.id ?? '').slice(0, shortId)
}

/** The same, with the name of the record that stands for this one where there is such: a member is called like its user. */
export const useRecordName = (resource: AnyResource, record: Values | undefined): string => {
  const target = referredBy(resource)
  const id = target ? record?.[resource.represent] : undefined
  const { referenceRecord } = useReference({
    reference: target?.name ?? resource.name,
    id: String(id),
    options: { enabled: Boolean(id) },
  })
  if (target && referenceRecord) return recordName(target, referenceRecord)
  return record ? recordName(resource, record) : ''
}
