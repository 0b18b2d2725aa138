import { type AnyField, type AnyResource, allFields, kindOf, memoize, snakeCase } from '../../src/schema'
import { partsOf } from './columns'
import { tenantOfFiles } from './fileTies'

type Values = Readonly<Record<string, unknown>>

const keysOf = (name: string, field: AnyField): { column: string; key: string | undefined; isJson: boolean }[] =>
  partsOf(field).map(({ key, type }) => ({
    column: key ? name + key.charAt(0).toUpperCase() + key.slice(1) : name,
    key,
    isJson: type === 'jsonb',
  }))

export const partColumns = (name: string, field: AnyField): string[] => keysOf(name, field).map(({ column }) => column)

export const exactColumns = (resource: AnyResource): ReadonlySet<string> =>
  new Set(
    Object.entries(allFields(resource)).flatMap(([name, field]) =>
      partsOf(field).flatMap(({ isExact }, index) => (isExact ? (partColumns(name, field)[index] ?? []) : [])),
    ),
  )

export const storedColumns = (resource: AnyResource): string[] => {
  const columns = Object.entries(allFields(resource)).flatMap(([name, field]) => partColumns(name, field))
  return Array.from(new Set(['id', ...(resource.scope === 'tenant' ? ['tenantId'] : []), ...columns]))
}

const storedFields = memoize((resource: AnyResource) => {
  const stored = Object.entries(allFields(resource)).map(([name, field]) => {
    return { name, parts: kindOf(field).parts, columns: keysOf(name, field) }
  })
  const divided = stored.flatMap(({ columns, ...field }) => {
    const keyed = columns.filter(({ key }) => key !== undefined)
    return keyed.length > 0 ? [{ ...field, columns: keyed }] : []
  })
  return { stored, divided }
})

/**
 * Turns values into columns: `{ price: { amount, currency } }` → `{ priceAmount, priceCurrency }`, structures into JSON
 * text. Omits `references`.
 */
export const toRow = (resource: AnyResource, values: Values): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const { name, parts, columns } of storedFields(resource).stored) {
    if (values[name] === undefined) continue
    const divided = parts && values[name] !== null ? parts.divide(values[name]) : (values[name] as Values | null)
    for (const { column, key, isJson } of columns) {
      const value = key ? (divided?.[key] ?? null) : values[name]
      row[column] = isJson && value !== null ? JSON.stringify(value) : value
    }
  }
  return row
}

/** Like `toRow`, for `jsonb_populate_recordset`: SQL names, and structures instead of text. */
export const toJsonRow = (resource: AnyResource, values: Values): Record<string, unknown> => {
  const row = toRow(resource, values)
  for (const { columns } of storedFields(resource).stored)
    for (const { column, isJson } of columns)
      if (isJson && typeof row[column] === 'string') row[column] = JSON.parse(row[column])
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [snakeCase(column), value]))
}

export const fromRow = (resource: AnyResource, row: Values): Record<string, unknown> => {
  const { divided } = storedFields(resource)
  if (divided.length === 0) return row
  const record: Record<string, unknown> = { ...row }
  for (const { name, parts: own, columns } of divided) {
    const values = columns.map(({ column, key }) => [key, row[column]])
    for (const { column } of columns) delete record[column]
    const parts: Values | null = values.every(([, part]) => part === null) ? null : Object.fromEntries(values)
    record[name] = own && parts ? own.join(parts, tenantOfFiles(resource, row)) : parts
  }
  return record
}
