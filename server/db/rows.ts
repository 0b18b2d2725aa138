import { type AnyField, type AnyResource, allFields, kindOf, onceFor } from '../../src/schema'
import { partsOf } from './columns'
import { tenantOfFiles } from './fileTies'

type Values = Readonly<Record<string, unknown>>

const keysOf = (name: string, field: AnyField): { column: string; key: string | undefined; isJson: boolean }[] =>
  partsOf(field).map(({ key, type }) => ({
    column: key ? name + key.charAt(0).toUpperCase() + key.slice(1) : name,
    key,
    isJson: type === 'jsonb',
  }))

/** In camel case; none for a computed field or one with its own table. */
export const partColumns = (name: string, field: AnyField): string[] => keysOf(name, field).map(({ column }) => column)

/** JavaScript numbers cannot hold their values. */
export const exactColumns = (resource: AnyResource): ReadonlySet<string> =>
  new Set(
    Object.entries(allFields(resource)).flatMap(([name, field]) =>
      partsOf(field).flatMap(({ isExact }, index) => (isExact ? (partColumns(name, field)[index] ?? []) : [])),
    ),
  )

/** In camel case: `id`, `tenantId`, stored fields and system fields. */
export const storedColumns = (resource: AnyResource): string[] => {
  const columns = Object.entries(allFields(resource)).flatMap(([name, field]) => partColumns(name, field))
  return Array.from(new Set(['id', ...(resource.scope === 'tenant' ? ['tenantId'] : []), ...columns]))
}

/**
 * `{ price: { amount, currency } }` → `{ priceAmount, priceCurrency }`, structures as JSON text. Leaves out fields
 * with their own table (`links.ts`).
 */
export const toRow = (resource: AnyResource, values: Values): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(allFields(resource))) {
    if (values[name] === undefined) continue
    const { parts } = kindOf(field)
    const divided = parts && values[name] !== null ? parts.divide(values[name]) : (values[name] as Values | null)
    for (const { column, key, isJson } of keysOf(name, field)) {
      const value = key ? (divided?.[key] ?? null) : values[name]
      row[column] = isJson && value !== null ? JSON.stringify(value) : value
    }
  }
  return row
}

/** Fields with several columns, or with parts in one. */
const dividedFields = onceFor((resource: AnyResource) =>
  Object.entries(allFields(resource)).flatMap(([name, field]): [string, AnyField, typeof keys][] => {
    const keys = keysOf(name, field).filter(({ key }) => key !== undefined)
    return keys.length > 0 ? [[name, field, keys]] : []
  }),
)

/** Keeps other values that the query added. */
export const fromRow = (resource: AnyResource, row: Values): Record<string, unknown> => {
  const fields = dividedFields(resource)
  if (fields.length === 0) return row
  const record: Record<string, unknown> = { ...row }
  for (const [name, field, keys] of fields) {
    const values = keys.map(({ column, key }) => [key, row[column]])
    for (const { column } of keys) delete record[column]
    const parts: Values | null = values.every(([, part]) => part === null) ? null : Object.fromEntries(values)
    const { parts: own } = kindOf(field)
    record[name] = own && parts ? own.join(parts, tenantOfFiles(resource, row)) : parts
  }
  return record
}
