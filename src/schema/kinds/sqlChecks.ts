import type { Part } from './kind'

type Check = (column: string) => string

export const literal = (value: unknown, type?: string): string => {
  if (type === 'jsonb') return literal(JSON.stringify(value))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(each => literal(each)).join(', ')}]`
  return `'${String(value).replaceAll("'", "''")}'`
}

// For writers that bypass the forms, such as scripts.

export const lengthBetween =
  (min: number, max: number): Check =>
  column =>
    `char_length(${column}) between ${min} and ${max}`

export const between =
  (min: number | string, max: number | string): Check =>
  column =>
    `${column} between ${min} and ${max}`

export const like =
  (pattern: string): Check =>
  column =>
    `${column} ~ '${pattern}'`

export const oneOf =
  (values: readonly string[]): Check =>
  column =>
    `${column} in (${values.map(value => literal(value)).join(', ')})`

export const fewest = (least: 0 | 1): string => (least ? 'between 1 and' : '<=')

/** JSON paths allow a missing index, so no element may follow the last allowed one. */
export const jsonList = (max: number): Part => ({
  type: 'jsonb',
  check: column => `jsonb_typeof(${column}) = 'array' and not ${column} @? '$[${max}]'`,
})

export const jsonObject: Part = { type: 'jsonb', check: column => `jsonb_typeof(${column}) = 'object'` }
