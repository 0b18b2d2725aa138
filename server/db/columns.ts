import { type AnyField, type FieldKind, type KindOptions, snakeCase } from '../../src/schema'

/** A column of a declared field. */
export interface Column {
  /** In snake case. */
  name: string
  type: string
  isNullable: boolean
  /** An SQL expression. */
  default: string | null
  /** An SQL condition on the column. */
  check: string | null
}

/** One column for a value, or for one part of it. */
interface Part {
  /** What its name has after the field's, such as `_amount`. */
  suffix?: string
  /** The key of a value of several parts. */
  key?: string
  type: string
  check?: (column: string) => string
}

const literal = (value: unknown, type?: string): string => {
  if (type === 'jsonb') return literal(JSON.stringify(value))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(each => literal(each)).join(', ')}]`
  return `'${String(value).replaceAll("'", "''")}'`
}

const lengthBetween = (min: number, max: number) => (column: string) =>
  `char_length(${column}) between ${min} and ${max}`
const between = (min: number, max: number) => (column: string) => `${column} between ${min} and ${max}`
const like = (pattern: string) => (column: string) => `${column} ~ '${pattern}'`
const oneOf = (values: readonly string[]) => (column: string) =>
  `${column} in (${values.map(value => literal(value)).join(', ')})`

/** A JSON list of at most so many; in JSON path, where a number is the index of one more, nothing raises an error. */
const jsonList = (max: number): Part => ({
  type: 'jsonb',
  check: column => `jsonb_typeof(${column}) = 'array' and not ${column} @? '$[${max}]'`,
})
const jsonObject: Part = { type: 'jsonb', check: column => `jsonb_typeof(${column}) = 'object'` }

const slugPattern = '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'
const currencyPattern = '^[A-Z]{3}$'

export type StoredParts = { readonly [K in FieldKind]: (options: KindOptions[K]) => readonly Part[] }

/**
 * How each kind of field is stored. The checks repeat what the declaration says, so that no other way in (a script, a later
 * route) can store what the forms would refuse. A kind that is missing here does not compile.
 */
const parts = {
  text: ({ min, max }) => [{ type: 'text', check: lengthBetween(min, max) }],
  longText: ({ max }) => [{ type: 'text', check: lengthBetween(1, max) }],
  email: () => [{ type: 'text', check: column => `char_length(${column}) <= 254 and ${column} = lower(${column})` }],
  phone: () => [{ type: 'text', check: like('^\\+[1-9][0-9]{6,14}$') }],
  url: () => [{ type: 'text', check: column => `char_length(${column}) <= 2000 and ${column} ~* '^https://'` }],
  slug: ({ min, max }) => [
    { type: 'text', check: column => `${lengthBetween(min, max)(column)} and ${like(slugPattern)(column)}` },
  ],
  color: () => [{ type: 'text', check: like('^#[0-9a-fA-F]{6}$') }],
  choice: ({ values }) => [{ type: 'text', check: oneOf(values) }],
  flag: () => [{ type: 'boolean' }],
  integer: ({ min, max }) => [{ type: 'integer', check: between(min, max) }],
  minutes: ({ min, max }) => [{ type: 'integer', check: between(min, max) }],
  weekday: () => [{ type: 'smallint', check: between(1, 7) }],
  weekdays: () => [
    {
      type: 'smallint[]',
      check: column => `cardinality(${column}) between 1 and 7 and ${column} <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]`,
    },
  ],
  money: () => [
    { suffix: '_amount', key: 'amount', type: 'bigint', check: between(0, Number.MAX_SAFE_INTEGER) },
    { suffix: '_currency', key: 'currency', type: 'text', check: like(currencyPattern) },
  ],
  currency: () => [{ type: 'text', check: like(currencyPattern) }],
  timezone: () => [{ type: 'text', check: lengthBetween(1, 64) }],
  locale: ({ values }) => [{ type: 'text', check: oneOf(values) }],
  localDate: () => [{ type: 'date' }],
  localTime: () => [{ type: 'time(0)' }],
  // As precise as JavaScript and JSON are, so that what was read can be compared with what is stored.
  instant: () => [{ type: 'timestamptz(3)' }],
  tags: ({ maxItems }) => [{ type: 'text[]', check: column => `cardinality(${column}) <= ${maxItems}` }],
  reference: () => [{ type: 'uuid' }],
  // A table of their own (`links.ts`).
  references: () => [],
  weeklyHours: () => [jsonList(70)],
  dateOverrides: () => [jsonList(500)],
  group: () => [jsonObject],
  items: ({ max }) => [jsonList(max)],
  typed: () => [jsonObject],
  // Counted by the query that shows it.
  count: () => [],
} satisfies StoredParts

/** The parts of a field's value, each a column of the record's own table. */
export const partsOf = (field: AnyField): readonly Part[] =>
  // The kind and its options belong together, which the type of a union of fields cannot say.
  field.computed ? [] : (parts[field.kind] as (options: AnyField['options']) => readonly Part[])(field.options)

const defaultOf = (field: AnyField, part: Part): string | null => {
  if (field.default !== undefined && field.default !== null)
    return literal(part.key ? (field.default as Record<string, unknown>)[part.key] : field.default, part.type)
  // Nobody can write it, and it must be there: it is the moment at which the record began.
  return field.kind === 'instant' && !field.writable && field.presence === 'required' ? 'now()' : null
}

/** The columns of a field: none for what is computed or has a table of its own, two for money, one for anything else. */
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

/** Kinds whose values are the same whatever the case of their letters; of these some are kept in lower case anyway. */
const foldedKinds: readonly FieldKind[] = ['text', 'longText']

/** What makes two values of a field the same, and what a list is sorted by: letter case does not count. */
export const comparableColumn = (name: string, field: AnyField): string => {
  const column = columnsOf(name, field)[0]?.name ?? snakeCase(name)
  return foldedKinds.includes(field.kind) ? `lower(${column})` : column
}
