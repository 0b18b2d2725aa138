import { type AnyResource, type Fields, inputNames } from '../../src/schema'
import type { ApiRecord } from '../audit/change'

/** The values for a copy of a record: all writable, non-unique ones. */
export const copiedValues = (resource: AnyResource, record: ApiRecord): Record<string, unknown> => {
  const fields = resource.fields as Fields
  const names = inputNames(resource).filter(name => !fields[name]?.unique)
  return Object.fromEntries(names.map(name => [name, record[name]]))
}
