import type { Catalog, Policy, Rule, TableState, Trigger } from './catalog'

const readCheck = (definition: string) => {
  const lists: Set<string>[] = []
  const limits: number[] = []
  const rest = definition
    .replace(/ = ('(?:[^']|'')*'::text)(?=\))/g, ' = ANY (ARRAY[$1])')
    .replace(/ARRAY\[((?:(?:, )?'(?:[^']|'')*'::text)*)\]/g, (_, list: string) => {
      lists.push(new Set(list.match(/'(?:[^']|'')*'/g)))
      return '[]'
    })
    .replace(/ (>=|<=) '?(-?\d+)(?:'::bigint)?/g, (_, than: string, limit: string) => {
      limits.push(than === '<=' ? Number(limit) : -Number(limit))
      return ` ${than}`
    })
  return { lists, limits, rest, isPlain: !/\b(?:OR|NOT|CASE|IS|ALL)\b|<>|\) = /.test(rest) }
}

const isWider = (before: Rule, after: Rule): boolean => {
  const [old, next] = [readCheck(before.definition), readCheck(after.definition)]
  return (
    before.kind === 'check' &&
    old.isPlain &&
    old.rest === next.rest &&
    old.limits.every((limit, index) => limit <= Number(next.limits[index])) &&
    old.lists.every((list, index) => Array.from(list).every(value => next.lists[index]?.has(value)))
  )
}

/**
 * Omits removed rules, which never refuse the previous version's writes, and rules about columns that it does not know.
 */
const stricterRules = (before: TableState, after: TableState): Rule[] => {
  const known = new Set(before.columns.map(({ name }) => name))
  return after.rules.filter(rule => {
    const { kind, definition, columns } = rule
    const isOld = (column: string) => known.has(column)
    if (!(kind === 'check' ? columns.some(isOld) : columns.every(isOld))) return false
    return !before.rules.some(old => old.kind === kind && (old.definition === definition || isWider(old, rule)))
  })
}

/** A restrictive policy hides rows once it is added, others once they are removed. */
const hideMore = (before: readonly Policy[], after: readonly Policy[]): boolean => {
  const lacks = (policies: readonly Policy[], wanted: readonly Policy[]) =>
    wanted.some(({ definition }) => !policies.some(each => each.definition === definition))
  const restrictive = (policies: readonly Policy[]) => policies.filter(each => each.isRestrictive)
  const permissive = (policies: readonly Policy[]) => policies.filter(each => !each.isRestrictive)
  return lacks(permissive(after), permissive(before)) || lacks(restrictive(before), restrictive(after))
}

/** The same function with other arguments still does its job for the previous version. */
const goneTriggers = (before: TableState, after: TableState): Trigger[] =>
  before.triggers.filter(
    ({ name, routine, call }) =>
      !after.triggers.some(each => each.call === call || (each.name === name && each.routine === routine)),
  )

const columnBreaks = ({ name, columns }: TableState, after: TableState): string[] => {
  const now = new Map(after.columns.map(column => [column.name, column]))
  const known = new Set(columns.map(column => column.name))
  return [
    ...columns.flatMap(column => {
      const found = now.get(column.name)
      if (!found) return [`${name}.${column.name} is gone`]
      if (found.type !== column.type) return [`${name}.${column.name} becomes ${found.type}`]
      return found.isNeeded && !column.isNeeded ? [`${name}.${column.name} must be given`] : []
    }),
    ...after.columns
      .filter(column => column.isNeeded && !known.has(column.name))
      .map(column => `${name}.${column.name} must be given`),
  ]
}

export const breaksOf = (before: Catalog, after: Catalog, formerNames: ReadonlySet<string>): string[] => [
  ...[...before.tables].flatMap(([oid, table]) => {
    const { name } = table
    const now = after.tables.get(oid)
    if (now && now.name !== name && formerNames.has(name)) return []
    if (!now || now.name !== name) return [`the table ${name} is gone`]
    return [
      ...columnBreaks(table, now),
      ...stricterRules(table, now).map(rule => `the rule ${rule.name} of ${name} is stricter`),
      ...(hideMore(table.policies, now.policies) ? [`the policies of ${name} are others`] : []),
      ...goneTriggers(table, now).map(trigger => `the trigger ${trigger.name} of ${name} is gone`),
    ]
  }),
  ...before.functions
    .filter(signature => !after.functions.includes(signature))
    .map(signature => `the function ${signature} is gone`),
]
