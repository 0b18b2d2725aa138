import { type AnyField, allFields, applies } from '../../schema'
import { type FieldOwner, isEmpty } from './kindView'

/** Or a declared text for none. */
export const hasValue = (resource: FieldOwner, name: string, record: Readonly<Record<string, unknown>>): boolean =>
  (!isEmpty(record[name]) || allFields(resource)[name]?.none !== undefined) && applies(resource, name, record)

export const isUsual = (field: AnyField, value: unknown): boolean =>
  field.kind === 'flag' && value === (field.default ?? false)
