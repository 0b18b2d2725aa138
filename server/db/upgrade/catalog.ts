export interface TableState {
  /** With its schema. */
  name: string
  /** Another one once the table was rewritten. */
  fileNode: number
  columns: { name: string; type: string; isNeeded: boolean }[]
  indexes: string[]
}

/** Tables by the number that stays theirs. */
export type Catalog = ReadonlyMap<number, TableState>

export type Ask = <Row extends object>(sql: string) => Promise<Row[]>

export const readCatalog = async (ask: Ask): Promise<Catalog> => {
  const rows = await ask<TableState & { oid: number }>(
    `select c.oid::int, nspname || '.' || relname as name, pg_relation_filenode(c.oid)::int as "fileNode",
      (select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
          'isNeeded', attnotnull and not atthasdef and attidentity = '' and not exists (
            select from pg_trigger where tgrelid = attrelid and tgname = '_in_step_' || attname)) order by attnum), '[]')
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(indexrelid::regclass::text order by 1), '[]') from pg_index where indrelid = c.oid) as indexes
      from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where nspname in ('public', 'auth_service') and relkind in ('r', 'p') and relname not in ('migrations', 'migration_lock')
      order by 2`,
  )
  return new Map(rows.map(({ oid, ...table }) => [oid, table]))
}

/** Tables that were renamed, and are there under their former names, too. */
export const readFormerNames = async (ask: Ask): Promise<Set<string>> => {
  const rows = await ask<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where relkind = 'v' and 'security_invoker=true' = any(reloptions)`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Why processes of the version before cannot go on. */
export const breaksOf = (before: Catalog, after: Catalog, formerNames: ReadonlySet<string>): string[] =>
  [...before].flatMap(([oid, { name, columns }]) => {
    const table = after.get(oid)
    if (table && table.name !== name && formerNames.has(name)) return []
    if (!table || table.name !== name) return [`the table ${name} is gone`]
    const now = new Map(table.columns.map(column => [column.name, column]))
    const known = new Set(columns.map(column => column.name))
    return [
      ...columns.flatMap(column => {
        const found = now.get(column.name)
        if (!found) return [`${name}.${column.name} is gone`]
        if (found.type !== column.type) return [`${name}.${column.name} becomes ${found.type}`]
        return found.isNeeded && !column.isNeeded ? [`${name}.${column.name} must be given`] : []
      }),
      ...table.columns
        .filter(column => column.isNeeded && !known.has(column.name))
        .map(column => `${name}.${column.name} must be given`),
    ]
  })

/** What the transaction holds, by table. */
export const locksOf = async (ask: Ask): Promise<Map<number, Set<string>>> => {
  const rows = await ask<{ oid: number; modes: string[] }>(
    `select relation::int as oid, array_agg(mode) as modes from pg_locks
      where locktype = 'relation' and pid = pg_backend_pid() and granted group by 1`,
  )
  return new Map(rows.map(({ oid, modes }) => [oid, new Set(modes)]))
}
