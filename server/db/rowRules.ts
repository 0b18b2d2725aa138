import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AnyResource,
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
import { byCallerAlone, ownedBy, rowRule, rulesOf, targetOfMember } from '../../src/schema/rows'
import { assignmentLink, linkOf } from './links'
import { written } from './sql'

type Condition = RawBuilder<SqlBool>
/** A boolean where the caller alone decides. */
type Folded = Condition | boolean

/** The caller of a rule in SQL: one whom the server knows, or one named by the transaction's settings. */
interface Asker {
  decided: (rule: Extract<RowRule, { rule: 'role' | 'setting' | 'hasNone' }>) => Folded
  id: (target: 'userId' | 'membershipId') => RawBuilder<unknown> | null
  own: (resource: string) => RawBuilder<unknown> | null
  sees: (resource: AnyResource, alias: string) => Folded
}

const joined = (parts: readonly Folded[], decisive: boolean): Folded => {
  if (parts.includes(decisive)) return decisive
  const [first, ...more] = parts.filter(part => typeof part !== 'boolean')
  if (!first) return !decisive
  if (more.length === 0) return first
  return sql<SqlBool>`(${sql.join([first, ...more], decisive ? sql` or ` : sql` and `)})`
}

const sameTenant = (resource: AnyResource, alias: string, of: string): RawBuilder<unknown> =>
  resource.scope === 'tenant' ? sql`${sql.ref(`${alias}.tenantId`)} = ${sql.ref(`${of}.tenantId`)} and ` : sql``

const asCondition = (folded: Folded): Condition =>
  typeof folded === 'boolean' ? sql<SqlBool>`${sql.lit(folded)}` : folded

/** Through this view a rule sees whether anything refers to a record, even what the caller may not read. */
export const referrersView = (of: ResourceRef, by: string): string => `${snakeCase(of.name)}_by_${snakeCase(by)}`

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

const ownSql = (
  resource: AnyResource,
  rule: Extract<RowRule, { rule: 'own' }>,
  alias: string,
  asker: Asker,
): Folded => {
  const ids = asker.own(ownedBy(resource, rule))
  if (!ids) return false
  const links = linksTo(resource, rule)
  if (!links) return sql<SqlBool>`${sql.ref(`${alias}.${rule.field}`)} = any(${ids})`
  const from = sql`from ${sql.table(links.table)} as link where link.tenant_id = ${sql.ref(`${alias}.tenantId`)}
    and ${sql.ref(`link.${links.owner}`)} = ${sql.ref(`${alias}.id`)}`
  const target = sql.ref(`link.${links.target}`)
  const some = sql<SqlBool>`exists (select ${from} and ${target} = any(${ids}))`
  return rule.every ? sql<SqlBool>`(${some} and not exists (select ${from} and ${target} <> all(${ids})))` : some
}

const toSql = (resource: AnyResource, rule: RowRule, alias: string, asker: Asker): Folded => {
  const ref = (name: string) => sql.ref(`${alias}.${name}`)
  switch (rule.rule) {
    case 'any':
    case 'all':
      return joined(
        rule.of.map(one => toSql(resource, one, alias, asker)),
        rule.rule === 'any',
      )
    case 'mine': {
      const mine = asker.id(targetOfMember(resource, rule.field)?.name === 'memberships' ? 'membershipId' : 'userId')
      return mine ? sql<SqlBool>`${ref(rule.field)} = ${mine}` : false
    }
    case 'own':
      return ownSql(resource, rule, alias, asker)
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
        where ${sameTenant(target, other, alias)}${sql.ref(`${other}.id`)} = ${ref(rule.field)} and ${asCondition(then)})`
    }
    case 'referred': {
      const other = rule.of() as AnyResource
      const name = `${alias}_${snakeCase(other.name)}`
      const refers = sql`${sameTenant(other, name, alias)}${sql.ref(`${name}.${rule.by}`)} = ${ref('id')}`
      if (!rule.isWanted)
        return sql<SqlBool>`not exists (select from ${sql.table(referrersView(other, rule.by))} as ${sql.ref(name)}
          where ${refers})`
      return sql<SqlBool>`exists (select from ${sql.table(other.name)} as ${sql.ref(name)}
        where ${refers} and ${asCondition(asker.sees(other, name))})`
    }
    default:
      return asker.decided(rule)
  }
}

const known = (caller: RowCaller): Asker => ({
  decided: rule => {
    if (rule.rule === 'role')
      return rule.isWanted ? hasRole(caller.role, rule.role) : caller.role !== null && caller.role !== rule.role
    return rule.rule === 'setting'
      ? caller.settings[rule.name] === false
      : (caller.own[rule.resource] ?? []).length === 0
  },
  id: target => (caller[target] === null ? null : sql`${caller[target]}::uuid`),
  own: resource => {
    const ids = caller.own[resource] ?? []
    return ids.length > 0 ? sql`${ids}::uuid[]` : null
  },
  sees: (resource, alias) => {
    const rule = rowRule(resource, 'read')
    return rule ? toSql(resource, rule, alias, known(caller)) : true
  },
})

/** What a rule demands of the records that a caller reads or writes; null for nothing. */
export const rowCondition = (resource: AnyResource, use: RowUse, caller: RowCaller): Condition | null => {
  const rule = rowRule(resource, use)
  const folded = rule ? toSql(resource, rule, resource.name, known(caller)) : true
  return folded === true ? null : asCondition(folded)
}

const named = (name: string): RawBuilder<unknown> => sql.raw(literal(name))

const fromSettings: Asker = {
  decided: rule => {
    // An unknown setting limits.
    if (rule.rule === 'setting') return sql<SqlBool>`(select ${named(rule.name)} = any(current_limits('off')))`
    if (rule.rule === 'hasNone') return sql<SqlBool>`(select ${named(rule.resource)} = any(current_limits('none')))`
    const enough = roles.filter(role => (rule.isWanted ? hasRole(role, rule.role) : role !== rule.role))
    return sql<SqlBool>`(select current_limits('role') && array[${sql.join(enough.map(named))}])`
  },
  id: target =>
    target === 'userId' ? sql`(select current_user_id())` : sql`(select (current_limits('membership'))[1]::uuid)`,
  own: resource => sql`(select current_limits(${named(`own.${resource}`)})::uuid[])::uuid[]`,
  // The other table's policies decide.
  sees: () => true,
}

const policySql = (resource: AnyResource, use: RowUse): string | null => {
  const rule = rowRule(resource, use)
  if (!rule) return null
  return written(asCondition(toSql(resource, rule, resource.name, fromSettings)))
}

/** Whether the rule reads links that are written after the record. */
export const dependsOnLinks = (resource: AnyResource): boolean =>
  rulesOf(resource).some(([of, rule]) => of === resource && rule.rule === 'own' && linksTo(resource, rule) !== null)

/** Restrictive policies for callers whom a rule limits, or for all of the tenant; by the last word of their names. */
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

/** Views that other resources' rules need on this one. */
export const rowViews = (resource: AnyResource, all: readonly AnyResource[]): Record<string, string> =>
  Object.fromEntries(
    all
      .flatMap(rulesOf)
      .flatMap(([, rule]) =>
        rule.rule === 'referred' && !rule.isWanted && rule.of().name === resource.name
          ? [
              [
                referrersView(resource, rule.by),
                `select tenant_id, ${snakeCase(rule.by)} from ${snakeCase(resource.name)}`,
              ],
            ]
          : [],
      ),
  )

export const askedBy = memoize((resources: readonly AnyResource[]): { settings: string[]; owned: string[] } => {
  const rules = resources.flatMap(rulesOf)
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

/** What the database's policies ask of a caller, for `Actor`; null when no rule of the product limits them. */
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
