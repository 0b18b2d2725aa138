import { type AnyField, type AnyResource, allFields } from '../../src/schema'
import { partsOf } from './columns'

type Values = Readonly<Record<string, unknown>>

/** The columns of a field as a transaction names them, each with the key of the value's part that it holds. */
const keysOf = (name: string, field: AnyField): { column: string; key: string | undefined; isJson: boolean }[] =>
  partsOf(field).map(({ key, type }) => ({
    column: key ? name + key.charAt(0).toUpperCase() + key.slice(1) : name,
    key,
    isJson: type === 'jsonb',
  }))

/** The columns that hold a resource's records, in camel case: `id`, `tenantId`, every stored field, the system's own. */
export const recordColumns = (resource: AnyResource): string[] => {
  const columns = Object.entries(allFields(resource)).flatMap(([name, field]) =>
    keysOf(name, field).map(({ column }) => column),
  )
  return Array.from(new Set(['id', ...(resource.scope === 'tenant' ? ['tenantId'] : []), ...columns]))
}

/**
 * A record, or some of its values, as a row: `{ price: { amount, currency } }` → `{ priceAmount, priceCurrency }`, structures as
 * JSON text. What has a table of its own is not in it (`links.ts`).
 */
export const toRow = (resource: AnyResource, values: Values): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(allFields(resource))) {
    if (values[name] === undefined) continue
    for (const { column, key, isJson } of keysOf(name, field)) {
      const value = key ? ((values[name] as Values | null)?.[key] ?? null) : values[name]
      row[column] = isJson && value !== null ? JSON.stringify(value) : value
    }
  }
  return row
}

/** A row as a record: the other way round. Figures and whatever else the query added stay as they are. */
export const toRecord = (resource: AnyResource, row: Values): Record<string, unknown> => {
  const record: Record<string, unknown> = { ...row }
  for (const [name, field] of Object.entries(allFields(resource))) {
    const keys = keysOf(name, field).filter(({ key }) => key !== undefined)
    if (keys.length === 0) continue
    const parts = keys.map(({ column, key }) => [key, row[column]])
    for (const { column } of keys) delete record[column]
    record[name] = parts.every(([, part]) => part === null) ? null : Object.fromEntries(parts)
  }
  return record
}
