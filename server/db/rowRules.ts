import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AnyResource,
  fieldOf,
  hasRole,
  memoize,
  type ResourceRef,
  type RowCaller,
  type RowRule,
  type RowUse,
  roles,
  snakeCase,
} from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'
import {
  allRulesOf,
  byCallerAlone,
  openingsOf,
  ownedBy,
  rowRule,
  rulesOf,
  rulesWithin,
  targetOfMember,
} from '../../src/schema/rows'
import { assignmentLink, linkOf } from './links'
import { written } from './sql'

type Condition = RawBuilder<SqlBool>
type Referred = Extract<RowRule, { rule: 'referred' }>
type Folded = Condition | boolean

/** A rule's caller in SQL: known to the server, or named by the transaction's settings. */
interface Asker {
  decided: (rule: Extract<RowRule, { rule: 'role' | 'setting' | 'hasNone' }>) => Folded
  /** Computes a condition on the caller alone once per statement. */
  once: (condition: Condition) => Condition
  /** Alternatives of the rule that depend on the caller alone. Inside the other alternatives, they do not hold. */
  besides?: readonly string[]
  id: (target: 'userId' | 'membershipId') => RawBuilder<unknown> | null
  own: (resource: string) => RawBuilder<unknown>
  isOwn: (id: RawBuilder<unknown>, resource: string) => Condition
  /** For records that refer to the judged one, most of which are not the caller's. */
  ofReferring?: Pick<Asker, 'isOwn'>
  sees: (resource: AnyResource, alias: string) => Folded
}

const joined = (parts: readonly Folded[], decisive: boolean): Folded => {
  if (parts.includes(decisive)) return decisive
  const [first, ...more] = parts.filter(part => typeof part !== 'boolean')
  if (!first) return !decisive
  if (more.length === 0) return first
  return sql<SqlBool>`(${sql.join([first, ...more], decisive ? sql` or ` : sql` and `)})`
}

/** Not a column of the judged record, so a set of ids is hashed once instead of looked up per record. */
const thisTenant = sql`(select current_tenant_id())`

const ofTenant = (resource: AnyResource, alias: string): Condition =>
  resource.scope === 'tenant' ? sql`${sql.ref(`${alias}.tenantId`)} = ${thisTenant}` : sql`true`

const asCondition = (folded: Folded): Condition =>
  typeof folded === 'boolean' ? sql<SqlBool>`${sql.lit(folded)}` : folded

/** Policies on the table itself would keep rules that read referring records from its indexes. */
const referrersView = (of: ResourceRef, by: string): string => `${snakeCase(of.name)}_by_${snakeCase(by)}`

/** Whether anything refers to a record, even if the caller may not read it. Maintained by triggers. */
const referredColumn = (of: ResourceRef, by: string): string => `has_${referrersView(of, by)}`

/** One alternative suffices. Each uses its own index. */
const waysOf = (rule: RowRule | null): RowRule[] => {
  if (!rule) return [{ rule: 'all', of: [] }]
  return rule.rule === 'any' ? rule.of.flatMap(waysOf) : [rule]
}

const linksTo = (
  resource: AnyResource,
  rule: Extract<RowRule, { rule: 'own' }>,
): { table: string; owner: string; target: string } | null => {
  if (rule.linked) return rule.linked
  if (linkOf(resource, rule.field)) {
    return { table: linkOf(resource, rule.field)?.table ?? '', owner: 'ownerId', target: 'targetId' }
  }
  const assignment = resource.assigns?.[rule.field]
  if (!assignment) return null
  const { table } = assignmentLink(resource, rule.field)
  return assignment.through
    ? { table, owner: 'targetId', target: 'ownerId' }
    : { table, owner: 'ownerId', target: 'targetId' }
}

const hasSome = (resource: AnyResource, rule: Extract<RowRule, { rule: 'own' }>, asker: Asker): Folded => {
  const hasNone = asker.decided({ rule: 'hasNone', resource: ownedBy(resource, rule) })
  return typeof hasNone === 'boolean' ? !hasNone : sql<SqlBool>`not ${asker.once(hasNone)}`
}

const ownSql = (
  resource: AnyResource,
  rule: Extract<RowRule, { rule: 'own' }>,
  alias: string,
  asker: Asker,
): Folded => {
  const owned = ownedBy(resource, rule)
  const ids = asker.own(owned)
  const links = linksTo(resource, rule)
  if (!links) return sql<SqlBool>`${sql.ref(`${alias}.${rule.field}`)} = any(${ids})`
  const from = sql`from ${sql.table(links.table)} as link where link.tenant_id = ${thisTenant}
    and ${sql.ref(`link.${links.owner}`)} = ${sql.ref(`${alias}.id`)}`
  const target = sql.ref(`link.${links.target}`)
  const some = sql<SqlBool>`exists (select ${from} and ${asker.isOwn(target, owned)})`
  const others = sql<SqlBool>`not exists (select ${from} and ${target} <> all(${ids}))`
  return joined([some, ...(rule.every ? [others] : [])], false)
}

const referring = (rule: Referred, alias: string, asker: Asker) => {
  const other = rule.of() as AnyResource
  const name = `${alias}_${snakeCase(other.name)}`
  const read = rowRule(other, 'read')
  const table = read ? referrersView(other, rule.by) : other.name
  return {
    from: sql`from ${sql.table(table)} as ${sql.ref(name)} where ${ofTenant(other, name)}`,
    by: sql.ref(`${name}.${rule.by}`),
    ways: waysOf(read).map(way => apart(other, way, name, { ...asker, ...asker.ofReferring })),
  }
}

const isByCaller = (rule: RowRule): boolean =>
  rule.rule === 'any' || rule.rule === 'all'
    ? rule.of.every(isByCaller)
    : rule.rule === 'role' || rule.rule === 'setting' || rule.rule === 'hasNone'

const decidedSql = (rule: RowRule, asker: Asker): Folded => {
  if (asker.besides?.includes(JSON.stringify(rule))) return false
  if (rule.rule === 'any' || rule.rule === 'all')
    return joined(
      rule.of.map(one => decidedSql(one, asker)),
      rule.rule === 'any',
    )
  return asker.decided(rule as Parameters<Asker['decided']>[0])
}

/** If the demands on the caller alone fail, nothing is looked up. */
const apart = (
  resource: AnyResource,
  rule: RowRule,
  alias: string,
  asker: Asker,
): { caller: Folded; record: Folded } => {
  if (isByCaller(rule)) {
    const decided = decidedSql(rule, asker)
    return { caller: typeof decided === 'boolean' ? decided : asker.once(decided), record: true }
  }
  if (rule.rule === 'own')
    return { caller: hasSome(resource, rule, asker), record: ownSql(resource, rule, alias, asker) }
  if (rule.rule !== 'all') return { caller: true, record: recordSql(resource, rule, alias, asker) }
  const parts = rule.of.map(one => apart(resource, one, alias, asker))
  return {
    caller: joined(
      parts.map(({ caller }) => caller),
      false,
    ),
    record: joined(
      parts.map(({ record }) => record),
      false,
    ),
  }
}

const toSql = (resource: AnyResource, rule: RowRule, alias: string, asker: Asker): Folded => {
  const { caller, record } = apart(resource, rule, alias, asker)
  return joined([caller, record], false)
}

const recordSql = (resource: AnyResource, rule: RowRule, alias: string, asker: Asker): Folded => {
  const ref = (name: string) => sql.ref(`${alias}.${name}`)
  switch (rule.rule) {
    case 'any': {
      const besides = rule.of.filter(isByCaller).map(one => JSON.stringify(one))
      const within = { ...asker, besides: [...(asker.besides ?? []), ...besides] }
      return joined(
        rule.of.map(one => toSql(resource, one, alias, isByCaller(one) ? asker : within)),
        true,
      )
    }
    case 'mine': {
      const mine = asker.id(targetOfMember(resource, rule.field)?.name === 'memberships' ? 'membershipId' : 'userId')
      return mine ? sql<SqlBool>`${ref(rule.field)} = ${mine}` : false
    }
    case 'is': {
      const values = rule.values.map(value => sql.raw(literal(value)))
      return values.length > 0 ? sql<SqlBool>`${ref(rule.field)} in (${sql.join(values)})` : false
    }
    case 'along': {
      const target = targetOfMember(resource, rule.field) as AnyResource | null
      if (!target) return false
      const other = `${alias}_${snakeCase(rule.field)}`
      const then = joined([asker.sees(target, other), toSql(target, rule.then, other, asker)], false)
      if (then === false) return false
      return sql<SqlBool>`exists (select from ${sql.table(target.name)} as ${sql.ref(other)}
        where ${ofTenant(target, other)} and ${sql.ref(`${other}.id`)} = ${ref(rule.field)} and ${asCondition(then)})`
    }
    case 'referred': {
      if (!rule.isWanted) return sql<SqlBool>`not ${ref(referredColumn(rule.of(), rule.by))}`
      const { from, by, ways } = referring(rule, alias, asker)
      const exists = (way: Folded): Folded =>
        way !== false && sql<SqlBool>`exists (select ${from} and ${by} = ${ref('id')} and ${asCondition(way)})`
      return joined(
        ways.map(({ caller, record }) => joined([caller, exists(record)], false)),
        true,
      )
    }
    default:
      return false
  }
}

const known = (caller: RowCaller): Asker => ({
  once: condition => condition,
  decided: rule => {
    if (rule.rule === 'role')
      return rule.isWanted ? hasRole(caller.role, rule.role) : caller.role !== null && caller.role !== rule.role
    return rule.rule === 'setting'
      ? caller.settings[rule.name] === false
      : (caller.own[rule.resource] ?? []).length === 0
  },
  id: target => (caller[target] === null ? null : sql`${caller[target]}::uuid`),
  own: resource => sql`${caller.own[resource] ?? []}::uuid[]`,
  isOwn: (id, resource) => sql<SqlBool>`${id} = any(${caller.own[resource] ?? []}::uuid[])`,
  sees: (resource, alias) => {
    const rule = rowRule(resource, 'read')
    return rule ? toSql(resource, rule, alias, known(caller)) : true
  },
})

/** A rule's condition on the records that a caller reads or writes; null for none. */
export const rowCondition = (resource: AnyResource, use: RowUse, caller: RowCaller): Condition | null => {
  const rule = rowRule(resource, use)
  const folded = rule ? toSql(resource, rule, resource.name, known(caller)) : true
  return folded === true ? null : asCondition(folded)
}

export const openingConditions = (
  resource: AnyResource,
  caller: RowCaller,
): { name: string; use: 'read' | 'write'; condition: Condition }[] =>
  openingsOf(resource).map(({ name, use, rule }) => ({
    name,
    use,
    condition: asCondition(toSql(resource, rule, resource.name, known(caller))),
  }))

const isOpposite = (one: RowRule, other: Referred, caller: RowCaller): boolean =>
  byCallerAlone(one, caller) === false ||
  (one.rule === 'referred' && one.isWanted && one.by === other.by && one.of().name === other.of().name)

/**
 * Selects the ids of all records that a caller sees. Each alternative uses its own index, so counting reads no record;
 * null without a rule.
 */
export const seenIds = (resource: AnyResource, caller: RowCaller): RawBuilder<unknown> | null => {
  const asker = known(caller)
  const idsBy = (way: RowRule): RawBuilder<unknown>[] | true => {
    if (way.rule === 'referred' && way.isWanted) {
      const { from, by, ways } = referring(way, 'seen', asker)
      return ways.flatMap(({ caller, record }) => {
        const way = joined([caller, record], false)
        return way === false ? [] : sql`select ${by} as id ${from} and ${by} is not null and ${asCondition(way)}`
      })
    }
    const condition = toSql(resource, way, 'seen', asker)
    if (typeof condition === 'boolean') return condition || []
    const links = way.rule === 'own' && !way.every ? linksTo(resource, way) : null
    return [
      way.rule === 'own' && links
        ? sql`select ${sql.ref(`link.${links.owner}`)} as id from ${sql.table(links.table)} as link
            where link.tenant_id = ${thisTenant} and ${sql.ref(`link.${links.target}`)} = any(${asker.own(ownedBy(resource, way))})`
        : sql`select seen.id from ${sql.table(resource.name)} as seen where ${ofTenant(resource, 'seen')} and ${condition}`,
    ]
  }
  const ways = waysOf(rowRule(resource, 'read'))
  // Nothing refers to these records, so no other alternative finds them, and `distinct` is unnecessary.
  const [apart] = ways.filter(
    way => way.rule === 'referred' && !way.isWanted && ways.every(one => one === way || isOpposite(one, way, caller)),
  )
  const found: RawBuilder<unknown>[] = []
  const free: RawBuilder<unknown>[] = []
  for (const way of ways) {
    const ids = idsBy(way)
    if (ids === true) return null
    ;(way === apart ? free : found).push(...ids)
  }
  const once = found.length > 0 ? [sql`select distinct id from (${sql.join(found, sql` union all `)}) as ways`] : []
  const all = [...free, ...once]
  return all.length > 0 ? sql`${sql.join(all, sql` union all `)}` : sql`select null::uuid as id where false`
}

const named = (name: string): RawBuilder<unknown> => sql.raw(literal(name))

const ownFromSettings = (resource: string): RawBuilder<unknown> =>
  sql`(select current_limits(${named(`own.${resource}`)})::uuid[])`

const fromSettings: Asker = {
  once: condition => sql<SqlBool>`(select ${condition})`,
  decided: rule => {
    if (rule.rule === 'setting') return sql<SqlBool>`${named(rule.name)} = any(current_limits('off'))`
    if (rule.rule === 'hasNone') return sql<SqlBool>`${named(rule.resource)} = any(current_limits('none'))`
    const enough = roles.filter(role => (rule.isWanted ? hasRole(role, rule.role) : role !== rule.role))
    return sql<SqlBool>`current_limits('role') && array[${sql.join(enough.map(named))}]`
  },
  id: target =>
    target === 'userId' ? sql`(select current_user_id())` : sql`(select (current_limits('membership'))[1]::uuid)`,
  own: resource => sql`${ownFromSettings(resource)}::uuid[]`,
  isOwn: (id, resource) => sql<SqlBool>`${id} = any(${ownFromSettings(resource)}::uuid[])`,
  // PostgreSQL estimates an unknown array at ten elements, and would read all links instead of looking some up.
  ofReferring: { isOwn: (id, resource) => sql<SqlBool>`${id} in (select one_by_one(${ownFromSettings(resource)}))` },
  // The other table's policies decide.
  sees: () => true,
}

const policySql = (resource: AnyResource, use: RowUse): string | null => {
  const rule = rowRule(resource, use)
  if (!rule) return null
  return written(asCondition(toSql(resource, rule, resource.name, fromSettings)))
}

const isLinked = (resource: AnyResource, rule: RowRule): boolean =>
  rule.rule === 'own' && linksTo(resource, rule) !== null

export const dependsOnLinks = (resource: AnyResource): boolean =>
  rulesOf(resource).some(([of, rule]) => of === resource && isLinked(resource, rule))

export const rowPolicies = (resource: AnyResource): Record<string, string> => {
  const [read, write, after] = (['read', 'write', 'written'] as const).map(use => policySql(resource, use))
  const policy = (what: string) =>
    `as restrictive for ${what} to ${resource.rows?.always ? 'slotwise_tenant' : 'slotwise_limited'}`
  return {
    ...(read && { rows_read: `${policy('select')} using (${read})` }),
    ...(write && {
      ...(!dependsOnLinks(resource) && { rows_insert: `${policy('insert')} with check (${after})` }),
      rows_update: `${policy('update')} using (${write}) with check (${dependsOnLinks(resource) ? true : after})`,
      rows_delete: `${policy('delete')} using (${write})`,
    }),
  }
}

const referredIn = (all: readonly AnyResource[]): [resource: AnyResource, rule: Referred][] =>
  all.flatMap(allRulesOf).flatMap(([of, rule]) => (rule.rule === 'referred' ? [[of, rule]] : []))

export const rowViews = (resource: AnyResource, all: readonly AnyResource[]): Record<string, string> => {
  const rule = rowRule(resource, 'read')
  if (!rule) return {}
  const read = rulesWithin(resource, rule).flatMap(([of, one]) => {
    if (of !== resource) return []
    if (one.rule === 'referred') return one.isWanted ? [] : referredColumn(one.of(), one.by)
    return 'field' in one && fieldOf(resource, one.field) && !(one.rule === 'own' && linksTo(resource, one))
      ? snakeCase(one.field)
      : []
  })
  return Object.fromEntries(
    referredIn(all).flatMap(([, { of, by, isWanted }]) => {
      if (!isWanted || of().name !== resource.name) return []
      const columns = [...(resource.scope === 'tenant' ? ['tenant_id'] : []), 'id', snakeCase(by), ...read.sort()]
      const select = `select ${[...new Set(columns)].join(', ')} from ${snakeCase(resource.name)}`
      return [[referrersView(resource, by), select]]
    }),
  )
}

/** Visibility checks find links from an index alone, by id and then by the referenced record. */
export const referringIndexes = (all: readonly AnyResource[]): { table: string; columns: string[] }[] => {
  const found = new Map<string, Set<string>>()
  for (const [, { of, by, isWanted }] of referredIn(all)) {
    const other = of() as AnyResource
    const read = rowRule(other, 'read')
    const isByLinks = read && rulesWithin(other, read).some(([at, rule]) => at === other && isLinked(at, rule))
    if (!isWanted || !isByLinks || other.scope !== 'tenant') continue
    const columns = found.get(other.name) ?? new Set()
    found.set(other.name, columns.add(snakeCase(by)))
  }
  return Array.from(found, ([name, columns]) => ({ table: snakeCase(name), columns: [...columns].sort() }))
}

export const referredColumns = (
  all: readonly AnyResource[],
): { table: string; column: string; by: string; from: string; trigger: string }[] => {
  const columns = referredIn(all).flatMap(([resource, rule]) => {
    if (rule.isWanted) return []
    const [table, from] = [snakeCase(resource.name), snakeCase(rule.of().name)]
    const [column, by] = [referredColumn(rule.of(), rule.by), snakeCase(rule.by)]
    const trigger = `after insert or delete or update of ${by} on %table for each row execute function note_referred('${table}', '${column}', '${by}')`
    return [[`${table} ${column}`, { table, column, by, from, trigger }] as const]
  })
  return [...new Map(columns).values()]
}

export const askedBy = memoize((resources: readonly AnyResource[]): { settings: string[]; owned: string[] } => {
  const rules = resources.flatMap(allRulesOf)
  const settings = rules.flatMap(([, rule]) => (rule.rule === 'setting' ? rule.name : []))
  const owned = rules.flatMap(([resource, rule]) => {
    if (rule.rule === 'own') return ownedBy(resource, rule)
    return rule.rule === 'hasNone' ? rule.resource : []
  })
  return { settings: [...new Set(settings)].sort(), owned: [...new Set(owned)].sort() }
})

const rulesAmong = memoize((resources: readonly AnyResource[]): RowRule[] =>
  resources.flatMap(resource =>
    resource.rows?.always ? [] : (['read', 'write'] as const).flatMap(use => rowRule(resource, use) ?? []),
  ),
)

/** The caller's limits that policies check, for `Actor`; null if no rule of the product limits them. */
export const limitsOf = (resources: readonly AnyResource[], caller: RowCaller): string | null => {
  if (rulesAmong(resources).every(rule => byCallerAlone(rule, caller))) return null
  const rules = askedBy(resources)
  return JSON.stringify({
    role: caller.role ? [caller.role] : [],
    membership: caller.membershipId ? [caller.membershipId] : [],
    off: rules.settings.filter(name => caller.settings[name] === false),
    none: rules.owned.filter(name => (caller.own[name] ?? []).length === 0),
    ...Object.fromEntries(rules.owned.map(name => [`own.${name}`, caller.own[name] ?? []])),
  })
}
