import { isWider, noTable } from './schemaDiff'
import type { ColumnModel, SchemaModel, TableModel } from './tables'

const inStep = /^before insert or update on %table .* keep_in_step\('(\w+)', '(\w+)'\)$/

/** Sorts before all other triggers, which may read the column. */
export const inStepName = (column: string): string => `_in_step_${column}`

export const inStepTrigger = (former: string, column: string): string =>
  `before insert or update on %table for each row execute function keep_in_step('${former}', '${column}')`

export const columnsInStep = ({ triggers }: TableModel): { former: string; column: string }[] =>
  Object.values(triggers).flatMap(sql => {
    const [, former, column] = inStep.exec(sql) ?? []
    return former && column ? [{ former, column }] : []
  })

const invoker = 'with (security_invoker = true) as '

export const formerView = (table: string, columns: readonly [former: string, column: string][]): string =>
  `${invoker}select ${columns.map(([former, column]) => (former === column ? column : `${column} as ${former}`)).join(', ')} from ${table}`

const kept = (values: Readonly<Record<string, string>>, isKept: (sql: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, sql]) => isKept(sql)))

const column = (name: string, old: ColumnModel | undefined, next: ColumnModel, table: string): ColumnModel => {
  if (next.generated !== undefined || old?.generated !== undefined) return next
  // The previous version does not write it.
  if (!old) return { ...next, isNullable: next.isNullable || next.default === null }
  if (old.type !== next.type)
    throw new Error(
      `${table}.${name} would become ${next.type}, and processes of the version before could not go on beside that. ` +
        'Declare a field with another name and renamedFrom, or stop them all for this version: --at-once.',
    )
  return { ...next, isNullable: old.isNullable || next.isNullable, default: next.default ?? old.default }
}

const columnsOf = (table: string, old: TableModel, next: TableModel): Record<string, ColumnModel> => {
  const pairs = columnsInStep(old)
  const renamed = new Set(pairs.map(pair => pair.column))
  const former = new Set(pairs.map(pair => pair.former))
  const declared = Object.entries(next.columns).map(([name, wanted]): [string, ColumnModel] => [
    name,
    // A default would hide the previous version's writes under the former name.
    renamed.has(name) ? (old.columns[name] as ColumnModel) : column(name, old.columns[name], wanted, table),
  ])
  const gone = Object.entries(old.columns)
    .filter(([name]) => !next.columns[name])
    .map(([name, was]): [string, ColumnModel] => [
      name,
      { ...was, isNullable: was.isNullable || (was.default === null && !former.has(name)) },
    ])
  return Object.fromEntries([...declared, ...gone])
}

interface Versions {
  old: TableModel
  next: TableModel
  machine: TableModel | undefined
}

const rulesOf = (
  { old, next, machine }: Versions,
  part: 'constraints' | 'indexes',
  isRule: (sql: string) => boolean,
): Record<string, string> => {
  const written = Object.keys(old.columns).filter(
    name => name !== 'tenant_id' && name !== 'id' && !columnsInStep(old).some(pair => pair.column === name),
  )
  const reads = (sql: string) => written.some(name => new RegExp(`\\b${name}\\b`).test(sql))
  return Object.fromEntries(
    Object.entries(next[part]).flatMap(([name, sql]): [string, string][] => {
      const was = old[part][name]
      if (was === sql || !isRule(sql)) return [[name, sql]]
      // A product defines the values of the machine's lists, and cannot drop their rules.
      if (machine?.[part][name] !== undefined) return [[name, sql]]
      if (was === undefined) return reads(sql) ? [] : [[name, sql]]
      if (isWider(was, sql)) return [[name, sql]]
      return isWider(sql, was) ? [[name, was]] : []
    }),
  )
}

const grantsOf = (old: TableModel, next: TableModel): Record<string, string> => ({
  ...old.grants,
  ...Object.fromEntries(
    Object.entries(next.grants).map(([role, sql]) => {
      const was = old.grants[role]
      if (was === undefined || was === sql) return [role, sql]
      return [role, was.includes(sql) ? was : `${was}, ${sql}`]
    }),
  ),
})

const expandedTable = (table: string, versions: Versions): TableModel => {
  const { old, next } = versions
  return {
    columns: columnsOf(table, old, next),
    constraints: rulesOf(versions, 'constraints', () => true),
    foreignKeys: next.foreignKeys,
    indexes: rulesOf(versions, 'indexes', sql => sql.startsWith('unique ')),
    // A restrictive one would hide rows from the new version.
    policies: { ...kept(old.policies, sql => !sql.startsWith('as restrictive')), ...next.policies },
    grants: grantsOf(old, next),
    triggers: { ...kept(old.triggers, sql => inStep.test(sql)), ...next.triggers },
    views: { ...kept(old.views, sql => sql.startsWith(invoker)), ...next.views },
  }
}

/**
 * The declared schema, extended by what the previous version's processes still use. The next version completes the
 * change.
 * @throws if there is no such schema
 */
export const expandedSchema = (before: SchemaModel, after: SchemaModel, machine: SchemaModel): SchemaModel => {
  const gone = Object.entries(before)
    .filter(([table]) => !after[table])
    .map(([table, old]): [string, TableModel] => [
      table,
      // Others would prevent deleting rows that the new version does not know.
      { ...noTable, ...old, foreignKeys: kept(old.foreignKeys, sql => sql.endsWith('on delete cascade')) },
    ])
  const declared = Object.entries(after).map(([table, next]): [string, TableModel] => {
    const old = before[table]
    return [table, old ? expandedTable(table, { old, next, machine: machine[table] }) : next]
  })
  return Object.fromEntries([...declared, ...gone])
}
