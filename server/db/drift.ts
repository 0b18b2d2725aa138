import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { bareName } from './columns'
import type { KnownTables } from './rowTypes'
import type { SchemaModel, TableModel } from './tables'

interface Catalog {
  columns: Record<string, { type: string; isNullable: boolean; hasDefault: boolean }>
  constraints: Record<string, string>
  indexes: Record<string, string>
  policies: readonly string[]
  isGuarded: boolean
  granted: readonly string[]
}

const readCatalogs = async (
  db: Kysely<KnownTables>,
  tables: readonly string[],
): Promise<ReadonlyMap<string, Catalog>> => {
  const { rows } = await sql<{ name: string; catalog: Catalog }>`
    select relname as name, jsonb_build_object(
      'isGuarded', relrowsecurity and relforcerowsecurity,
      'columns', (select coalesce(jsonb_object_agg(attname, jsonb_build_object(
          'type', format_type(atttypid, atttypmod), 'isNullable', not attnotnull, 'hasDefault', atthasdef)), '{}')
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped),
      'constraints', (select coalesce(jsonb_object_agg(conname, pg_get_constraintdef(oid)), '{}')
        from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')),
      'indexes', (select coalesce(jsonb_object_agg(indexrelid::regclass::text, pg_get_indexdef(indexrelid)), '{}')
        from pg_index where indrelid = c.oid),
      'policies', (select coalesce(jsonb_agg(polname), '[]') from pg_policy where polrelid = c.oid),
      'granted', (select coalesce(jsonb_agg(distinct split_part(entry::text, '=', 1)), '[]')
        from (select unnest(c.relacl) as entry
          union all select unnest(attacl) from pg_attribute where attrelid = c.oid) as entries)
    ) as catalog
    from pg_class as c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any(${[...tables]})`.execute(db)
  return new Map(rows.map(({ name, catalog }) => [name, catalog]))
}

const spelt: Readonly<Record<string, string>> = {
  'timestamptz(3)': 'timestamp(3) with time zone',
  'time(0)': 'time(0) without time zone',
}

/** The catalog rewrites a definition, but keeps its constants. */
const constantsOf = (definition: string): string =>
  [
    ...new Set(
      Array.from(
        definition
          .replaceAll(/::[a-z ]+(?:\(\d+\))?(?:\[\])?/g, '')
          .matchAll(/'((?:[^']|'')*)'|(?<![\w.])(-?\d+(?:\.\d+)?)(?!\w)/g),
        ([, text, number]) => text ?? number ?? '',
      ),
    ),
  ]
    .sort()
    .join(' ')

const packed = (text: string): string => text.toLowerCase().replaceAll(/\s|::[a-z]+/g, '')

const isSame = (declared: string, found: string): boolean => {
  if (declared.startsWith('check ')) return constantsOf(declared) === constantsOf(found)
  return packed(found) === packed(declared)
}

const keysOf = (definition: string): string => packed(definition.replace(/^.*? USING \w+ /, ''))

const tableDrift = (table: string, model: TableModel, catalog: Catalog): string[] => {
  const differences = (what: string, declared: object, found: object, isAlike: (name: string) => boolean): string[] =>
    Object.keys(declared).flatMap(name => {
      if (!(name in found)) return [`${table} lacks the ${what} ${name}.`]
      return isAlike(name) ? [] : [`The ${what} ${name} of ${table} is not as declared.`]
    })
  const columns = Object.fromEntries(Object.entries(model.columns).map(([name, column]) => [bareName(name), column]))
  return [
    ...differences('column', columns, catalog.columns, name => {
      const [declared, found] = [columns[name], catalog.columns[name]]
      return (
        (spelt[declared?.type ?? ''] ?? declared?.type) === found?.type &&
        declared?.isNullable === found?.isNullable &&
        (declared?.default !== null || declared?.generated !== undefined) === found?.hasDefault
      )
    }),
    ...Object.entries(catalog.columns)
      .filter(([name, { isNullable, hasDefault }]) => !columns[name] && !isNullable && !hasDefault)
      .map(([name]) => `${table} has a column ${name} that nobody declares and that must be filled in.`),
    ...differences('constraint', { ...model.constraints, ...model.foreignKeys }, catalog.constraints, name =>
      isSame(model.constraints[name] ?? model.foreignKeys[name] ?? '', catalog.constraints[name] ?? ''),
    ),
    ...differences('index', model.indexes, catalog.indexes, name => {
      const [declared, found] = [model.indexes[name] ?? '', catalog.indexes[name] ?? '']
      const isUnique = declared.startsWith('unique ')
      return (
        packed(declared.replace(/^(?:unique|using \w+) /, '')) === keysOf(found) &&
        isUnique === found.includes('CREATE UNIQUE')
      )
    }),
    ...differences(
      'policy',
      model.policies,
      Object.fromEntries(catalog.policies.map(name => [name, true])),
      () => true,
    ),
    ...Object.keys(model.grants)
      .filter(role => !catalog.granted.includes(role))
      .map(role => `${table} grants nothing to ${role}.`),
    ...(catalog.isGuarded ? [] : [`Row-level security of ${table} is off, or not forced: tenants are not kept apart.`]),
  ]
}

/** Additions by hand-written migrations do not count. */
export const driftOf = async (db: Kysely<KnownTables>, schema: SchemaModel): Promise<string[]> => {
  const catalogs = await readCatalogs(db, Object.keys(schema))
  return Object.entries(schema).flatMap(([table, model]) => {
    const catalog = catalogs.get(table)
    return catalog ? tableDrift(table, model, catalog) : [`The table ${table} is not there.`]
  })
}

export const driftOn = (pool: pg.Pool, schema: SchemaModel): Promise<string[]> =>
  driftOf(new Kysely<KnownTables>({ dialect: new PostgresDialect({ pool }) }), schema)
