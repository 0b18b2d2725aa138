import { type Carried, tenantsTable } from './parts'

export interface Reference {
  column: string
  to: string
  isNullable: boolean
}

/** By SQL names, without `tenant_id`. */
export interface ArchivedTable {
  name: string
  columns: string[]
  optional: string[]
  keys: string[]
  identity: string | null
  references: Reference[]
}

export type Ask = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

const catalogueSql = `
  select relname as name,
    (select json_agg(attname order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' and attname <> 'tenant_id') as columns,
    coalesce((select json_agg(attname order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and not attnotnull), '[]') as optional,
    (select attname from pg_attribute where attrelid = c.oid and attidentity <> '' and not attisdropped) as identity,
    (select json_agg(attname order by array_position(conkey, attnum)) from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where conrelid = c.oid and contype = 'p' and attname <> 'tenant_id') as keys,
    coalesce((select json_agg(json_build_object('column', attname, 'to', confrelid::regclass::text, 'isNullable', not attnotnull) order by attnum)
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[cardinality(conkey)]
      where conrelid = c.oid and contype = 'f' and not condeferrable and attname <> 'tenant_id'), '[]') as references
  from pg_class as c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1::text[])
  order by relname`

/** @throws with the names of missing tables */
export const catalogueOf = async (ask: Ask, { tables, keptBack }: Carried): Promise<ArchivedTable[]> => {
  const names = [tenantsTable, ...tables]
  const found = await ask<ArchivedTable>(catalogueSql, [names])
  const missing = names.filter(name => !found.some(table => table.name === name))
  if (missing.length > 0) throw new Error(`An archive carries ${missing.join(', ')}, which is no table.`)
  return found.map(table => ({
    ...table,
    columns: table.columns.filter(column => !keptBack[table.name]?.includes(column)),
    optional: table.optional.filter(column => !keptBack[table.name]?.includes(column)),
  }))
}

export interface Step {
  table: ArchivedTable
  late: readonly string[]
}

/** @throws if required references form a circle */
export const insertionOrder = (tables: readonly ArchivedTable[]): Step[] => {
  const waiting = new Map(tables.map(table => [table.name, table]))
  const steps: Step[] = []
  const missing = (table: ArchivedTable): Reference[] =>
    table.references.filter(({ to }) => to !== table.name && waiting.has(to))
  while (waiting.size > 0) {
    const [next] = [...waiting.values()]
      .filter(table => missing(table).every(({ isNullable }) => isNullable))
      .sort((one, other) => missing(one).length - missing(other).length)
    if (!next) throw new Error(`Rows of ${[...waiting.keys()].join(', ')} need each other.`)
    steps.push({ table: next, late: missing(next).map(({ column }) => column) })
    waiting.delete(next.name)
  }
  return steps
}
