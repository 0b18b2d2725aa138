import { type AnyField, kindOf, type Part, snakeCase } from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'

export interface Column {
  name: string
  type: string
  isNullable: boolean
  default: string | null
  check: string | null
}

export const partsOf = (field: AnyField): readonly Part[] =>
  field.computed ? [] : kindOf(field).columns(field.options)

const defaultOf = (field: AnyField, part: Part): string | null => {
  if (field.default !== undefined && field.default !== null)
    return literal(part.key ? (field.default as Record<string, unknown>)[part.key] : field.default, part.type)
  // A required, read-only instant is the time of creation.
  return field.kind === 'instant' && !field.writable && field.presence === 'required' ? 'now()' : null
}

/** None for a computed field or one with its own table; two for money, images and files. */
export const columnsOf = (name: string, field: AnyField): Column[] =>
  partsOf(field).map(part => {
    const column = snakeCase(name) + (part.suffix ?? '')
    return {
      name: column,
      type: part.type,
      isNullable: field.presence === 'optional',
      default: defaultOf(field, part),
      check: part.check?.(column) ?? null,
    }
  })

export const comparableColumn = (name: string, field: AnyField): string => {
  const column = columnsOf(name, field)[0]?.name ?? snakeCase(name)
  return field.traits.sort === 'folded' ? `lower(${column})` : column
}
