import { isDeepStrictEqual } from 'node:util'
import { derivedFrom, deriveName } from './derivedTriggers'
import { filled, fillSql } from './online/steps'
import type { ColumnModel, SchemaModel, TableModel } from './tables'

export interface SchemaDiff {
  statements: string[]
  online: string[]
  /** Tables shut while all of their rows are read or written. */
  shut: string[]
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
    ...(columns.version
      ? [`create trigger ${table}_touch before update on ${table} for each row execute function touch_row()`]
      : []),
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
  ]
}

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
  // Revokes the privileges on remaining columns with the rest, and grants them anew.
  grants: Object.fromEntries(
    Object.entries(table.grants).map(([role, sql]) => [role, gone.some(name => sql.includes(name)) ? '' : sql]),
  ),
})

const indexSql = (table: string, name: string, definition: string, how = ''): string =>
  definition.startsWith('unique ')
    ? `create unique index ${how}${name} on ${table} ${definition.slice('unique '.length)}`
    : `create index ${how}${name} on ${table} ${definition}`

/** @param isThere an index of this name is read until the new one exists */
const onlineIndex = (table: string, name: string, definition: string, isThere: boolean): string[] => {
  if (!isThere) return [indexSql(table, name, definition, 'concurrently ')]
  const next = `_next_${name}`
  return [
    indexSql(table, next, definition, 'concurrently '),
    `drop index concurrently if exists ${name}`,
    `alter index if exists ${next} rename to ${name}`,
  ]
}

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

const withRows = (table: string, update: string, statement: string): string =>
  // Row-level security would hide every row from the owner.
  `-- Where rows that exist are in the way:\n` +
  `-- alter table ${table} no force row level security;\n` +
  `-- update ${table} set ${update};\n` +
  `-- alter table ${table} force row level security;\n${statement}`

const withRowsOnline = (table: string, set: string, condition: string, statement: string): string =>
  `-- Where rows that exist are in the way:\n${fillSql(table, [], set, condition).replaceAll(/^/gm, '-- ')};\n${statement}`

const validation = (table: string, name: string): string => `alter table ${table} validate constraint ${name}`

/** Reads the rows while others write. The constraint then proves `set not null`. */
export const onlineNotNull = (table: string, column: string): { statement: string; online: string[] } => {
  const name = `${table}_${column}_given`
  return {
    statement: `alter table ${table} add constraint ${name} check (${column} is not null) not valid`,
    online: [
      validation(table, name),
      `alter table ${table} alter column ${column} set not null`,
      `alter table ${table} drop constraint if exists ${name}`,
    ],
  }
}

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

interface Target {
  diff: SchemaDiff
  isOnline: boolean
}

const addConstraint = (
  table: string,
  before: Definitions,
  [name, sql]: [name: string, sql: string],
  { diff, isOnline }: Target,
): string => {
  const statement = `alter table ${table} add constraint ${name} ${sql}`
  const old = before[name]
  if (sql.startsWith('exclude '))
    diff.warnings.push(`${table}: records that overlap exclude each other now: this fails while two do.`)
  const isStricter = old !== undefined && sql.startsWith('check ') && !isWider(old, sql)
  if (isStricter) {
    const column = name.slice(table.length + 1, -'_check'.length)
    diff.warnings.push(`${table}.${column} is checked more strictly: this fails while a row does not fit.`)
  }
  const condition = `not ${sql.slice('check '.length)}`
  if (!isOnline) return isStricter ? withRows(table, `… where ${condition}`, statement) : statement
  if (!/^(?:check|foreign key) /.test(sql)) {
    diff.shut.push(table)
    return statement
  }
  const validate = validation(table, name)
  diff.online.push(isStricter ? withRowsOnline(table, '…', condition, validate) : validate)
  return `${statement} not valid`
}

const setNotNull = (table: string, column: string, { diff, isOnline }: Target): string => {
  if (!isOnline)
    return withRows(
      table,
      `${column} = … where ${column} is null`,
      `alter table ${table} alter column ${column} set not null`,
    )
  const { statement, online } = onlineNotNull(table, column)
  const [first = '', ...others] = online
  diff.online.push(withRowsOnline(table, `${column} = …`, `${column} is null`, first), ...others)
  return statement
}

const alterColumns = (table: string, before: TableModel, after: TableModel, target: Target): string[] => {
  const { diff, isOnline } = target
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
      if (isOnline && column.generated !== undefined) diff.shut.push(table)
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
      statements.push(setNotNull(table, name, target))
    }
    if (!old.isNullable && column.isNullable) alter(`alter column ${name} drop not null`)
  }
  return statements
}

/**
 * The same schemas give the same text. A rename without `renamesOf` is a drop and an addition.
 * @param isOnline others read and write meanwhile
 */
export const diffSchemas = (given: SchemaModel, after: SchemaModel, isOnline = false): SchemaDiff => {
  const diff: SchemaDiff = { statements: [], online: [], shut: [], losses: [], warnings: [], created: [], changed: [] }
  const target: Target = { diff, isOnline }
  const fills: string[] = []
  const fill = (table: string, sources: readonly string[], set: string, condition?: string): void => {
    if (isOnline) fills.push(fillSql(table, sources, set, condition))
    else {
      const tables = Array.from(new Set([table, ...sources])).sort()
      say('derived', ...filled(tables, `update ${table} set ${set}${condition ? ` where ${condition}` : ''}`))
    }
  }
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
    for (const name of outdated(old.indexes, next.indexes))
      if (!isOnline || !next.indexes[name]) say('drop', `drop index ${name}`)
    for (const role of outdated(old.grants, next.grants)) say('drop', `revoke all on ${table} from ${role}`)
  }

  for (const [table, next] of Object.entries(after)) {
    const old = before[table]
    if (old) {
      say('tables', ...alterColumns(table, old, next, target))
      for (const constraint of wanted(old.constraints, next.constraints))
        say('constraints', addConstraint(table, old.constraints, constraint, target))
      if (!isDeepStrictEqual(old, next)) diff.changed.push(table)
    } else {
      diff.created.push(table)
      say('tables', ...createTable(table, next))
    }
    const { foreignKeys, indexes, policies, grants, triggers, views } = old ?? noTable
    for (const key of wanted(foreignKeys, next.foreignKeys))
      say('ties', addConstraint(table, foreignKeys, key, { diff, isOnline: isOnline && old !== undefined }))
    for (const [name, sql] of wanted(indexes, next.indexes))
      if (isOnline && old) diff.online.push(...onlineIndex(table, name, sql, name in indexes))
      else say('ties', indexSql(table, name, sql))
    for (const [name, sql] of wanted(triggers, next.triggers))
      say('triggers', `create trigger ${name} ${sql.replace('%table', table)}`)
    const derive = deriveName(table)
    if (old && next.triggers[derive] && old.triggers[derive] !== next.triggers[derive])
      fill(table, derivedFrom(table, after), 'version = version')
    for (const [column, { filled: by }] of Object.entries(next.columns))
      if (old && by && !old.columns[column]) fill(table, [by.from], `${column} = true`, by.with)
    for (const [name, sql] of wanted(views, next.views)) say('newViews', ...viewSql(name, sql))
    for (const [name, sql] of wanted(policies, next.policies)) say('access', `create policy ${name} on ${table} ${sql}`)
    for (const [role, sql] of wanted(grants, next.grants)) say('access', grantSql(table, role, sql))
  }
  diff.statements = Object.values(phases).flat()
  diff.online = [...fills, ...diff.online]
  return diff
}
