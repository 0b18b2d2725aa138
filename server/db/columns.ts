import { type AnyField, kindOf, type Part, snakeCase } from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'
import { isSqlWord } from '../../src/schema/problems/reservedProblems'
import { derivedType } from './derivedSql'

export interface Column {
  name: string
  type: string
  isNullable: boolean
  default: string | null
  check: string | null
}

/** A check on a derived field could refuse a write of another record. */
export const partsOf = (field: AnyField): readonly Part[] => {
  if (field.computed && !field.isStored) return []
  const parts = kindOf(field).columns(field.options)
  return field.derived ? parts.map(({ check: _, type, ...part }) => ({ ...part, type: derivedType(type) })) : parts
}

const defaultOf = (field: AnyField, part: Part): string | null => {
  if (field.default !== undefined && field.default !== null)
    return literal(part.key ? (field.default as Record<string, unknown>)[part.key] : field.default, part.type)
  // A required, read-only instant is the creation time.
  return field.kind === 'instant' && !field.writable && field.presence === 'required' ? 'now()' : null
}

export const columnsOf = (name: string, field: AnyField): Column[] =>
  partsOf(field).map(part => {
    const bare = snakeCase(name) + (part.suffix ?? '')
    const column = isSqlWord(name) ? `"${bare}"` : bare
    return {
      name: column,
      type: part.type,
      isNullable: field.presence === 'optional' || field.isStored === true,
      default: defaultOf(field, part),
      check: part.check?.(column) ?? null,
    }
  })

export const bareName = (column: string): string => column.replaceAll('"', '')

export const comparableColumn = (name: string, field: AnyField): string => {
  const column = columnsOf(name, field)[0]?.name ?? snakeCase(name)
  return field.traits.sort === 'folded' ? `lower(${column})` : column
}
