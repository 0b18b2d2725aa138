import { applies } from '../../schema'
import { type FieldOwner, isEmpty } from './kindView'

/** Whether a field applies to the record and has a value. */
export const hasValue = (resource: FieldOwner, name: string, record: Readonly<Record<string, unknown>>): boolean =>
  !isEmpty(record[name]) && applies(resource, name, record)
