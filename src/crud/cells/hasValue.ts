import { isShown } from '../../schema'
import { type FieldOwner, isEmpty } from '../kinds'

/** Whether a record has something to show in a field: a value, of a field that takes part in a record like this. */
export const hasValue = (resource: FieldOwner, name: string, record: Readonly<Record<string, unknown>>): boolean =>
  !isEmpty(record[name]) && isShown(resource, name, record)
