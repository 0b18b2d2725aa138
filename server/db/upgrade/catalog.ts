export interface Rule {
  kind: 'check' | 'unique' | 'exclusion' | 'foreign key'
  name: string
  definition: string
  columns: string[]
}

export interface Policy {
  name: string
  isRestrictive: boolean
  definition: string
}

export interface Trigger {
  name: string
  call: string
  routine: string
}

export interface TableState {
  name: string
  /** Changes when the table is rewritten. */
  fileNode: number
  columns: { name: string; type: string; isNeeded: boolean }[]
  indexes: string[]
  rules: Rule[]
  policies: Policy[]
  triggers: Trigger[]
}

export interface Catalog {
  tables: ReadonlyMap<number, TableState>
  functions: readonly string[]
}

export type Ask = <Row extends object>(sql: string) => Promise<Row[]>

const schemas = "('public', 'auth_service')"

const list = (name: string, entry: string, from: string): string =>
  `(select coalesce(json_agg(json_build_object('name', ${name}, ${entry}) order by ${name}), '[]') from ${from})`

const columnsReadBy = (kind: 'pg_constraint' | 'pg_class', oid: string): string =>
  `array(select distinct attname::text from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where classid = '${kind}'::regclass and objid = ${oid} and refclassid = 'pg_class'::regclass and refobjid = c.oid)`

const rules = list(
  'rule_name',
  "'kind', kind, 'definition', definition, 'columns', read",
  `(select case contype when 'c' then 'check' when 'f' then 'foreign key' when 'x' then 'exclusion' else 'unique' end as kind, conname as rule_name,
      regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as definition, ${columnsReadBy('pg_constraint', 'pg_constraint.oid')} as read
    from pg_constraint where conrelid = c.oid and contype in ('c', 'u', 'p', 'x', 'f')
  union all
  select 'unique', relname, regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .*? ON ', ' INDEX ON '), ${columnsReadBy('pg_class', 'indexrelid')}
    from pg_index join pg_class as i on i.oid = indexrelid
    where indrelid = c.oid and indisunique and not exists (select from pg_constraint where conindid = indexrelid and conrelid = c.oid)
) as each`,
)

const policies = list(
  'polname',
  `'isRestrictive', not polpermissive, 'definition', concat_ws(' ', polcmd,
    array(select role::regrole::text from unnest(polroles) as role order by 1), pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))`,
  'pg_policy where polrelid = c.oid',
)

const triggers = list(
  'tgname',
  `'routine', tgfoid::regproc::text, 'call', regexp_replace(pg_get_triggerdef(oid), '^.* EXECUTE FUNCTION ', '')`,
  `pg_trigger where tgrelid = c.oid and not tgisinternal and tgenabled <> 'D'`,
)

const readFunctions = async (ask: Ask): Promise<string[]> => {
  const rows = await ask<{ signature: string }>(
    `select nspname || '.' || proname || '(' || pg_get_function_arguments(p.oid) || ')' || coalesce(' ' || pg_get_function_result(p.oid), '') as signature
      from pg_proc as p join pg_namespace as n on n.oid = pronamespace
      where nspname in ${schemas} and prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e') order by 1`,
  )
  return rows.map(({ signature }) => signature)
}

export const readCatalog = async (ask: Ask): Promise<Catalog> => {
  const rows = await ask<TableState & { oid: number }>(
    `select c.oid::int, nspname || '.' || relname as name, pg_relation_filenode(c.oid)::int as "fileNode",
      (select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
          'isNeeded', attnotnull and not atthasdef and attidentity = '' and not exists (
            select from pg_trigger where tgrelid = attrelid and tgname = '_in_step_' || attname)) order by attnum), '[]')
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(indexrelid::regclass::text order by 1), '[]') from pg_index where indrelid = c.oid) as indexes,
      ${rules} as rules, ${policies} as policies, ${triggers} as triggers
      from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where nspname in ${schemas} and relkind in ('r', 'p') and relname not in ('migrations', 'migration_lock')
      order by 2`,
  )
  return { tables: new Map(rows.map(({ oid, ...table }) => [oid, table])), functions: await readFunctions(ask) }
}

export const withoutColumns = ({ tables, functions }: Catalog, unknown: ReadonlySet<string>): Catalog => ({
  tables: new Map(
    Array.from(tables, ([oid, table]) => {
      const columns = table.columns.filter(column => !unknown.has(`${table.name}.${column.name}`))
      return [oid, { ...table, columns }]
    }),
  ),
  functions,
})

export const readFormerNames = async (ask: Ask): Promise<Set<string>> => {
  const rows = await ask<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where relkind = 'v' and 'security_invoker=true' = any(reloptions)`,
  )
  return new Set(rows.map(({ name }) => name))
}

export const locksOf = async (ask: Ask): Promise<Map<number, Set<string>>> => {
  const rows = await ask<{ oid: number; modes: string[] }>(
    `select relation::int as oid, array_agg(mode) as modes from pg_locks
      where locktype = 'relation' and pid = pg_backend_pid() and granted group by 1`,
  )
  return new Map(rows.map(({ oid, modes }) => [oid, new Set(modes)]))
}
