import { isDeepStrictEqual } from 'node:util'
import { derivedFrom, deriveName } from './derivedTriggers'
import type { ColumnModel, SchemaModel, TableModel } from './tables'

export interface SchemaDiff {
  statements: string[]
  losses: string[]
  warnings: string[]
  created: string[]
  changed: string[]
}

type Definitions = Record<string, string>

export const noTable: TableModel = {
  columns: {},
  constraints: {},
  foreignKeys: {},
  indexes: {},
  policies: {},
  grants: {},
  triggers: {},
  views: {},
}

const columnSql = (name: string, { type, isNullable, default: initial, generated }: ColumnModel): string =>
  `${name} ${type}${isNullable ? '' : ' not null'}${initial === null ? '' : ` default ${initial}`}` +
  (generated === undefined ? '' : ` generated always as (${generated}) stored`)

const outdated = (before: Definitions, after: Definitions): string[] =>
  Object.keys(before).filter(name => before[name] !== after[name])

const wanted = (before: Definitions, after: Definitions): [name: string, sql: string][] =>
  Object.entries(after).filter(([name, sql]) => before[name] !== sql)

const createTable = (table: string, { columns, constraints }: TableModel): string[] => {
  const lines = [
    ...Object.entries(columns).map(([name, column]) => columnSql(name, column)),
    ...Object.entries(constraints).map(([name, sql]) => `constraint ${name} ${sql}`),
  ]
  return [
    `create table ${table} (\n  ${lines.join(',\n  ')}\n)`,
    // Links have no version.
    ...(columns.version
      ? [`create trigger ${table}_touch before update on ${table} for each row execute function touch_row()`]
      : []),
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
  ]
}

/** Generated columns whose expression, or a column it reads, differs. */
const regenerated = (before: TableModel, after: TableModel): string[] => {
  const isOther = (name: string) => before.columns[name]?.type !== after.columns[name]?.type
  return Object.entries(before.columns).flatMap(([name, { generated }]) => {
    if (generated === undefined) return []
    const reads = Object.keys(before.columns).filter(column => new RegExp(`\\b${column}\\b`).test(generated))
    return generated !== after.columns[name]?.generated || reads.some(isOther) ? [name] : []
  })
}

const without = <V>(values: Readonly<Record<string, V>>, isGone: (name: string, value: V) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isGone(name, value)))

const withoutGenerated = (table: TableModel, gone: readonly string[]): TableModel => ({
  ...table,
  columns: without(table.columns, name => gone.includes(name)),
  indexes: without(table.indexes, (_, sql) => gone.some(name => sql.includes(name))),
  // The privileges on its columns that stay are revoked with the rest, and granted anew.
  grants: Object.fromEntries(
    Object.entries(table.grants).map(([role, sql]) => [role, gone.some(name => sql.includes(name)) ? '' : sql]),
  ),
})

const indexSql = (table: string, name: string, definition: string): string =>
  definition.startsWith('unique ')
    ? `create unique index ${name} on ${table} ${definition.slice('unique '.length)}`
    : `create index ${name} on ${table} ${definition}`

const grantSql = (table: string, role: string, privileges: string): string =>
  `grant ${privileges} on ${table} to ${role}`

/** Only its owner may drop a view, and an owner needs the right to create in the schema. */
export const viewSql = (name: string, definition: string): string[] => [
  `create view ${name} ${definition.startsWith('with ') ? '' : 'as '}${definition}`,
  'grant create on schema public to slotwise_tenant',
  `alter view ${name} owner to slotwise_tenant`,
  'revoke create on schema public from slotwise_tenant',
]

const dropView = (name: string): string[] => ['set role slotwise_tenant', `drop view ${name}`, 'reset role']

/** Changes existing rows, not their version. Row-level security binds the owner, too. */
export const deriveRows = (table: string, sources: readonly string[], set: string): string[] => {
  const tables = Array.from(new Set([table, ...sources])).sort()
  return [
    `select set_config('slotwise.deriving', 'on', true)`,
    ...tables.map(one => `alter table ${one} no force row level security`),
    `update ${table} set ${set}`,
    ...tables.map(one => `alter table ${one} force row level security`),
    `select set_config('slotwise.deriving', 'off', true)`,
  ]
}

const withRows = (table: string, update: string, statement: string): string =>
  // Row-level security would hide every row from the owner.
  `-- Where rows that exist are in the way:\n` +
  `-- alter table ${table} no force row level security;\n` +
  `-- update ${table} set ${update};\n` +
  `-- alter table ${table} force row level security;\n${statement}`

const readCheck = (sql: string) => {
  const list = / in \((.*)\)\)$/.exec(sql)?.[1]?.match(/'(?:[^']|'')*'/g) ?? []
  const [, min, max] = /between (-?\d+) and (-?\d+)/.exec(sql) ?? []
  const rest = sql.replace(/ in \(.*\)\)$/, '').replace(/between -?\d+ and -?\d+/, '')
  return { list: new Set(list), min: Number(min ?? 0), max: Number(max ?? 0), rest }
}

export const isWider = (before: string, after: string): boolean => {
  const [old, next] = [readCheck(before), readCheck(after)]
  const hasAll = Array.from(old.list).every(value => next.list.has(value))
  return old.rest === next.rest && hasAll && next.min <= old.min && next.max >= old.max
}

const addConstraint = (table: string, before: Definitions, name: string, sql: string, diff: SchemaDiff): string => {
  const statement = `alter table ${table} add constraint ${name} ${sql}`
  const old = before[name]
  if (sql.startsWith('exclude '))
    diff.warnings.push(`${table}: records that overlap exclude each other now: this fails while two do.`)
  if (!old || !sql.startsWith('check ') || isWider(old, sql)) return statement
  const column = name.slice(table.length + 1, -'_check'.length)
  diff.warnings.push(`${table}.${column} is checked more strictly: this fails while a row does not fit.`)
  return withRows(table, `… where not ${sql.slice('check '.length)}`, statement)
}

const alterColumns = (table: string, before: TableModel, after: TableModel, diff: SchemaDiff): string[] => {
  const statements: string[] = []
  const alter = (action: string) => statements.push(`alter table ${table} ${action}`)
  for (const name of Object.keys(before.columns)) {
    if (after.columns[name]) continue
    diff.losses.push(`The column ${table}.${name} and what is in it.`)
    alter(`drop column ${name}`)
  }
  for (const [name, column] of Object.entries(after.columns)) {
    const old = before.columns[name]
    if (!old && !column.isNullable && column.default === null) {
      diff.warnings.push(`${table}.${name} must have a value, and rows that exist have none: fill it in the migration.`)
      alter(`add column ${columnSql(name, { ...column, isNullable: true })}`)
      statements.push(withRows(table, `${name} = …`, `alter table ${table} alter column ${name} set not null`))
      continue
    }
    if (!old) {
      alter(`add column ${columnSql(name, column)}`)
      continue
    }
    if (old.type !== column.type) {
      diff.losses.push(`What of ${table}.${name} does not fit when ${old.type} becomes ${column.type}.`)
      if (old.default !== null) alter(`alter column ${name} drop default`)
      alter(`alter column ${name} type ${column.type} using ${name}::${column.type}`)
    }
    const isDefaultGone = old.type !== column.type && old.default !== null
    if (column.default === null && old.default !== null && !isDefaultGone) alter(`alter column ${name} drop default`)
    if (column.default !== null && (column.default !== old.default || isDefaultGone))
      alter(`alter column ${name} set default ${column.default}`)
    if (old.isNullable && !column.isNullable) {
      diff.warnings.push(`${table}.${name} must have a value from now on: this fails while a row has none.`)
      const filled = `${name} = … where ${name} is null`
      statements.push(withRows(table, filled, `alter table ${table} alter column ${name} set not null`))
    }
    if (!old.isNullable && column.isNullable) alter(`alter column ${name} drop not null`)
  }
  return statements
}

/** Gives the same text for the same schemas. A rename without `renamesOf` is a drop and an addition. */
export const diffSchemas = (given: SchemaModel, after: SchemaModel): SchemaDiff => {
  const diff: SchemaDiff = { statements: [], losses: [], warnings: [], created: [], changed: [] }
  // Tables refer to each other, so constraints are dropped first and added last.
  const phases = {
    release: [],
    views: [],
    drop: [],
    tables: [],
    constraints: [],
    ties: [],
    triggers: [],
    derived: [],
    newViews: [],
    access: [],
  } as Record<string, string[]>
  const say = (phase: string, ...statements: string[]) => phases[phase]?.push(...statements)

  const before = Object.fromEntries(
    Object.entries(given).map(([table, old]): [string, TableModel] => {
      const gone = after[table] ? regenerated(old, after[table]) : []
      say('release', ...gone.map(name => `alter table ${table} drop column ${name}`))
      return [table, gone.length > 0 ? withoutGenerated(old, gone) : old]
    }),
  )
  for (const table of Object.keys(before)) {
    const old = before[table] ?? noTable
    const next = after[table] ?? noTable
    for (const name of outdated(old.triggers, next.triggers)) say('release', `drop trigger ${name} on ${table}`)
    for (const name of outdated(old.policies, next.policies)) say('release', `drop policy ${name} on ${table}`)
    for (const name of outdated(old.views, next.views)) say('views', ...dropView(name))
    for (const name of outdated(old.foreignKeys, next.foreignKeys))
      say('release', `alter table ${table} drop constraint ${name}`)
    if (!after[table]) {
      diff.losses.push(`The table ${table} and all of its rows.`)
      diff.changed.push(table)
      say('drop', `drop table ${table}`)
      continue
    }
    for (const name of outdated(old.constraints, next.constraints))
      say('drop', `alter table ${table} drop constraint ${name}`)
    for (const name of outdated(old.indexes, next.indexes)) say('drop', `drop index ${name}`)
    for (const role of outdated(old.grants, next.grants)) say('drop', `revoke all on ${table} from ${role}`)
  }

  for (const [table, next] of Object.entries(after)) {
    const old = before[table]
    if (old) {
      say('tables', ...alterColumns(table, old, next, diff))
      for (const [name, sql] of wanted(old.constraints, next.constraints))
        say('constraints', addConstraint(table, old.constraints, name, sql, diff))
      if (!isDeepStrictEqual(old, next)) diff.changed.push(table)
    } else {
      diff.created.push(table)
      say('tables', ...createTable(table, next))
    }
    const { foreignKeys, indexes, policies, grants, triggers, views } = old ?? noTable
    for (const [name, sql] of wanted(foreignKeys, next.foreignKeys))
      say('ties', `alter table ${table} add constraint ${name} ${sql}`)
    for (const [name, sql] of wanted(indexes, next.indexes)) say('ties', indexSql(table, name, sql))
    for (const [name, sql] of wanted(triggers, next.triggers))
      say('triggers', `create trigger ${name} ${sql.replace('%table', table)}`)
    const derive = deriveName(table)
    if (old && next.triggers[derive] && old.triggers[derive] !== next.triggers[derive])
      say('derived', ...deriveRows(table, derivedFrom(table, after), 'version = version'))
    for (const [column, { filled }] of Object.entries(next.columns))
      if (old && filled && !old.columns[column])
        say('derived', ...deriveRows(table, [filled.from], `${column} = true where ${filled.with}`))
    for (const [name, sql] of wanted(views, next.views)) say('newViews', ...viewSql(name, sql))
    for (const [name, sql] of wanted(policies, next.policies)) say('access', `create policy ${name} on ${table} ${sql}`)
    for (const [role, sql] of wanted(grants, next.grants)) say('access', grantSql(table, role, sql))
  }
  diff.statements = Object.values(phases).flat()
  return diff
}
