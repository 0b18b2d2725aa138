import { type RawBuilder, sql } from 'kysely'
import * as calls from '../../src/contract/calls/search'
import {
  type AnyResource,
  fieldOf,
  hasRole,
  indexedNames,
  mayAccess,
  mayRead,
  meets,
  memoize,
  type Requirement,
  recordAddress,
  type Searched,
  searchOf,
  shownBelow,
} from '../../src/schema'
import { folded, type Rank, type RankedField, rank, type Sought, soughtIn } from '../../src/schema/ranking'
import { formatInstant } from '../../src/time/formatInstant'
import type { Transaction } from '../db/database'
import { searchSections } from '../db/searchColumn'
import { tableName } from '../db/tables'
import { type Caller, callerId, type MemberCaller } from '../http/identity/caller'
import { implement } from '../http/implement'
import { inTurn } from '../http/inLine'
import { invalidField } from '../http/problem'
import type { Route } from '../http/route'
import { column, compared } from './columns'
import type { ResourceHooks } from './hooks'
import { scopeOf } from './routes'
import { rowsFor } from './rowsFor'
import { all, belowSeen, type Condition, isOneOf, scopeConditions } from './scope'

/** Per resource. */
const mostCandidates = 200
/** Row rules may drop most candidates. */
const mostOfLimited = 5_000

interface Type {
  resource: AnyResource
  searched: Searched
  hooks: ResourceHooks
}

const anywhere = memoize((resource: AnyResource): AnyResource => ({ ...resource, api: `/${resource.name}` }))

const mayList = ({ role, key }: Caller, { access, apiScopes }: AnyResource): boolean =>
  mayAccess(role, access, 'list') && (!key || (apiScopes?.read ?? []).some(scope => key.scopes.has(scope)))

const maySee = ({ role, key }: Caller, resource: AnyResource, name: string): boolean => {
  const scope = resource.apiScopes?.members?.[name]
  return mayRead(resource, name, role) && (!key || scope === undefined || key.scopes.has(scope))
}

const targetOf = (resource: AnyResource, name: string): AnyResource | null => {
  const field = fieldOf(resource, name)
  return field?.kind === 'reference' ? (field.options.to() as AnyResource) : null
}

const fieldsOfTarget = (caller: Caller, target: AnyResource): string[] => {
  const fields =
    target.scope === 'tenant' ? indexedNames(target) : ((target.list.search ?? [target.represent]) as readonly string[])
  const isOpen = target.scope === 'platform' || mayList(caller, target)
  return isOpen ? fields.filter(name => maySee(caller, target, name)) : []
}

interface Candidate {
  type: string
  id: string
  tier: number
}

/** Row rules may drop most candidates, so the search asks for all. */
const isLimited = (resource: AnyResource, caller: Caller): boolean => rowsFor(resource, 'read', caller) !== null

const candidatesOf = async (
  db: Transaction,
  caller: Caller,
  types: readonly Type[],
  { text, words, digits }: Sought,
): Promise<Map<string, Candidate[]>> => {
  const targets = types.flatMap(({ resource, searched }) =>
    searched.fields.flatMap(name => targetOf(resource, name) ?? []),
  )
  const places = new Map([...types.map(({ resource }) => resource), ...targets].map(each => [each.name, each]))
  const limited = new Set(
    types
      .filter(({ resource }) => isLimited(resource, caller))
      .flatMap(({ resource, searched }) => [
        resource.name,
        ...searched.fields.flatMap(name => targetOf(resource, name)?.name ?? []),
      ]),
  )
  const parts = [...places.values()].flatMap(resource => {
    const sections = searchSections(resource)
    const readable = sections.filter(({ role }) => !role || hasRole(caller.role, role)).length
    if (readable === 0) return []
    const most = limited.has(resource.name) ? mostOfLimited : mostCandidates
    return sql`select ${resource.name}::text as type, id, tier from search_candidates(${tableName(resource)}, ${text},
      ${words}, ${digits}, ${readable < sections.length ? readable : null}, ${most})`
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)
  const byType = new Map<string, Candidate[]>()
  for (const row of rows) {
    const others = byType.get(row.type)
    if (others) others.push(row)
    else byType.set(row.type, [row])
  }
  return byType
}

const ofTarget = (target: AnyResource, resource: AnyResource, name: string, select: RawBuilder<unknown>) => {
  const other = sql.table(target.name)
  const tenant =
    target.scope === 'tenant' ? sql`${column(target, 'tenantId')} = ${column(resource, 'tenantId')} and ` : sql``
  return sql`(select ${select} from ${other} where ${tenant}${column(target, 'id')} = ${column(resource, name)})`
}

const membersOf = (resource: AnyResource, hooks: ResourceHooks, names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(names.flatMap(name => [sql`${name}::text`, compared(resource, name, hooks)]))})`

/** For a reference, the other record's name. */
const said = ({ resource, hooks }: Type, name: string): RawBuilder<unknown> => {
  const target = targetOf(resource, name)
  return target
    ? ofTarget(target, resource, name, compared(target, target.represent, {}))
    : compared(resource, name, hooks)
}

interface Search {
  caller: Caller
  sought: Sought
  candidates: ReadonlyMap<string, Candidate[]>
  now: number
}

/** Tolerates no typos. */
const unindexed = (value: RawBuilder<unknown>, { text, words }: Sought): Condition => sql`(
  search_line(${value}) like all(${words.map(word => `% ${word}%`)}) or search_line(${value}) like ${`%${text}%`})`

/** Matches words across the record and those that it refers to. Only for small tables. */
const ofSeveral = ({ resource, searched, hooks }: Type, caller: Caller, sought: Sought): Condition[] => {
  const isFew = resource.limit !== undefined && sought.words.length > 1
  if (!isFew || !searched.fields.some(name => targetOf(resource, name))) return []
  const values = searched.fields
    .filter(name => maySee(caller, resource, name))
    .flatMap(name => {
      const target = targetOf(resource, name)
      return target
        ? fieldsOfTarget(caller, target).map(of => ofTarget(target, resource, name, compared(target, of, {})))
        : compared(resource, name, hooks)
    })
  return [unindexed(sql`concat_ws(' ', ${sql.join(values)})`, sought)]
}

const found = (type: Type, { caller, sought, candidates, now }: Search): Condition | null => {
  const { resource, searched } = type
  const own = candidates.get(resource.name) ?? []
  const ways: Condition[] =
    own.length > 0
      ? [
          isOneOf(
            resource,
            'id',
            own.map(({ id }) => id),
          ),
        ]
      : []
  ways.push(...ofSeveral(type, caller, sought))
  for (const name of searched.fields) {
    const target = targetOf(resource, name)
    if (!target && !indexedNames(resource).includes(name) && maySee(caller, resource, name))
      ways.push(unindexed(compared(resource, name, type.hooks), sought))
    if (target?.scope === 'platform' && fieldsOfTarget(caller, target).length > 0) ways.push(sql`true`)
    const others = target ? (candidates.get(target.name) ?? []) : []
    if (others.length === 0 || !target || fieldsOfTarget(caller, target).length === 0) continue
    const at = searched.at && column(resource, searched.at)
    const near = at
      ? sql`${at} < ${formatInstant(now)}, abs(extract(epoch from ${at} - ${formatInstant(now)}::timestamptz)), `
      : sql``
    const within = all(scopeConditions(scopeFor(type, caller)))
    ways.push(sql`${column(resource, 'id')} = any(array(select ${column(resource, 'id')} from ${sql.table(resource.name)}
      join unnest(${others.map(({ id }) => id)}::uuid[], ${others.map(({ tier }) => tier)}::int[]) as other (id, tier)
        on other.id = ${column(resource, name)}
      where ${within} order by other.tier, ${near}${column(resource, 'id')} limit ${mostCandidates}))`)
  }
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : null
}

const scopeFor = ({ resource, hooks }: Type, caller: Caller) =>
  scopeOf(anywhere(resource), belowSeen(resource, hooks), {
    services: { resources: [], now: Date.now },
    params: {},
    caller,
  })

interface Row {
  type: string
  id: string
  fields: Record<string, unknown>
  others: Record<string, Record<string, unknown> | null>
  title: unknown
  subtitle: unknown[]
  isActive: boolean | null
  at: string | null
  checked: Record<string, unknown>
  parentId: string | null
}

const selectOf = (type: Type, search: Search): RawBuilder<Row>[] => {
  const { caller } = search
  const condition = found(type, search)
  if (!condition) return []
  const { resource, searched, hooks } = type
  const see = (name: string) => maySee(caller, resource, name)
  const fields = searched.fields.filter(name => see(name) && !targetOf(resource, name))
  const others = searched.fields.flatMap(name => {
    const target = see(name) ? targetOf(resource, name) : null
    const names = target
      ? [...new Set([...fieldsOfTarget(caller, target), ...Object.keys(searchOf(target)?.when ?? {})])]
      : []
    return target && names.length > 0
      ? [sql`${name}::text`, ofTarget(target, resource, name, membersOf(target, {}, names))]
      : []
  })
  const title = see(searched.title) ? searched.title : resource.represent
  const subtitle = searched.subtitle.filter(see).map(name => sql`to_jsonb(${said(type, name)})`)
  const below = shownBelow(resource)
  const select = sql<Row>`(select ${resource.name}::text as type, ${column(resource, 'id')} as id,
    ${fields.length > 0 ? membersOf(resource, hooks, fields) : sql`'{}'::jsonb`} as fields,
    ${others.length > 0 ? sql`jsonb_build_object(${sql.join(others)})` : sql`'{}'::jsonb`} as others,
    coalesce(to_jsonb(${said(type, title)}), to_jsonb(${said(type, resource.represent)})) as title,
    ${subtitle.length > 0 ? sql`jsonb_build_array(${sql.join(subtitle)})` : sql`'[]'::jsonb`} as subtitle,
    ${fieldOf(resource, 'isActive') ? column(resource, 'isActive') : sql`null::boolean`} as is_active,
    ${searched.at ? column(resource, searched.at) : sql`null::timestamptz`} as at,
    ${Object.keys(searched.when).length > 0 ? membersOf(resource, hooks, Object.keys(searched.when)) : sql`'{}'::jsonb`} as checked,
    ${below ? column(resource, below.name) : sql`null::uuid`} as parent_id
    from ${sql.table(resource.name)}
    where ${all([...scopeConditions(scopeFor(type, caller)), condition])}
    limit ${mostOfLimited})`
  return [select]
}

const fits = (when: Searched['when'], values: Record<string, unknown> | null | undefined): boolean =>
  Object.entries(when).every(([name, requirement]) => meets(values?.[name], requirement as Requirement))

const rankedField = (resource: AnyResource, name: string, value: unknown, as = name): RankedField[] => {
  if (Array.isArray(value)) return value.map(each => ({ name: as, value: String(each) }))
  if (value === null || value === undefined) return []
  return [{ name: as, value: String(value), isPhone: fieldOf(resource, name)?.kind === 'phone' }]
}

const fieldsOf = ({ resource, searched }: Type, { fields, others }: Row): RankedField[] => [
  ...Object.entries(fields).flatMap(([name, value]) => rankedField(resource, name, value)),
  ...Object.entries(others).flatMap(([name, values]) => {
    const target = targetOf(resource, name)
    if (!target || !searched.fields.includes(name) || !fits(searchOf(target)?.when ?? {}, values)) return []
    return fieldsOfTargetIn(target, values ?? {}).flatMap(([of, value]) => rankedField(target, of, value, name))
  }),
]

const fieldsOfTargetIn = (target: AnyResource, values: Record<string, unknown>) => {
  const checked = searchOf(target)
  return Object.entries(values).filter(([name]) => !checked || checked.fields.includes(name))
}

interface Ranked {
  row: Row
  type: Type
  rank: Rank
  isNamed: boolean
  /** 0 without a time, 1 for the future, 2 for the past. */
  when: number
  distance: number
  title: string
}

const momentOf = (text: string): string | null =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? formatInstant(Date.parse(text)) : null
const textOf = (value: unknown): string =>
  typeof value === 'string' ? (momentOf(value) ?? value) : String(value ?? '')

const rankedIn = (type: Type, row: Row, sought: Sought, now: number): Ranked[] => {
  const ranking = fits(type.searched.when, row.checked) ? rank(sought, fieldsOf(type, row), type.searched.weight) : null
  if (!ranking) return []
  const at = row.at === null ? null : Date.parse(row.at)
  const when = at === null ? 0 : at >= now ? 1 : 2
  const distance = at === null ? 0 : Math.abs(at - now)
  const isNamed = ranking.field === type.searched.title
  return [{ row, type, rank: ranking, isNamed, when, distance, title: textOf(row.title) }]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const inOrder = (a: Ranked, b: Ranked): number =>
  b.rank.score - a.rank.score ||
  Number(b.isNamed) - Number(a.isNamed) ||
  a.when - b.when ||
  a.distance - b.distance ||
  Number(a.row.isActive === false) - Number(b.row.isActive === false) ||
  compare(folded(a.title), folded(b.title)) ||
  compare(a.row.id, b.row.id)

const pathOf = ({ resource, searched }: Type, { id, parentId }: Row): string => {
  if (searched.page) return searched.page
  const below = shownBelow(resource)
  const parent = below && parentId ? recordAddress(below.parent, parentId) : null
  return parent ? `${parent}?${resource.name}.edit=${id}` : (recordAddress(resource, id) ?? '/')
}

const typesOf = (resources: readonly AnyResource[], allHooks: Readonly<Record<string, ResourceHooks>>): Type[] =>
  resources.flatMap(resource => {
    const searched = searchOf(resource)
    return searched ? [{ resource, searched, hooks: allHooks[resource.name] ?? {} }] : []
  })

export const searchRoute = (
  resources: readonly AnyResource[],
  allHooks: Readonly<Record<string, ResourceHooks>>,
): Route => {
  const types = typesOf(resources, allHooks)
  const scopes = [...new Set(types.flatMap(({ resource }) => resource.apiScopes?.read ?? []))]
  const route = implement({ ...calls.search, scopes }, async ({ query, caller, services, read }) => {
    const unknown = query.types?.find(name => !types.some(({ resource }) => resource.name === name))
    if (unknown !== undefined)
      throw invalidField('types', 'validation.choice', {
        values: types.map(({ resource }) => resource.name).join(', '),
      })
    const wanted = types.filter(
      ({ resource }) => (query.types?.includes(resource.name) ?? true) && mayList(caller as MemberCaller, resource),
    )
    const sought = soughtIn(query.q ?? '')
    const now = services.now()
    const search = () =>
      read(async db => {
        const candidates = await candidatesOf(db, caller, wanted, sought)
        const selects = wanted.flatMap(type => selectOf(type, { caller, sought, candidates, now }))
        return selects.length > 0 ? (await sql<Row>`${sql.join(selects, sql` union all `)}`.execute(db)).rows : []
      })
    const isNothing = sought.words.length === 0 || wanted.length === 0
    const member = caller as MemberCaller
    const rows = isNothing ? [] : await inTurn(`search ${member.tenant.id} ${callerId(member)}`, search)
    const byName = new Map(wanted.map(type => [type.resource.name, type]))
    const ranked = rows
      .flatMap(row => {
        const type = byName.get(row.type)
        return type ? rankedIn(type, row, sought, now) : []
      })
      .sort(inOrder)
    const counts = new Map<string, number>()
    const best = ranked.filter(({ row }) => {
      const count = (counts.get(row.type) ?? 0) + 1
      counts.set(row.type, count)
      return count <= query.limit
    })
    return {
      results: best.map(({ row, type, rank: { score, field, tier }, title }) => ({
        type: row.type,
        id: row.id,
        title,
        subtitle: row.subtitle.map(textOf).filter(Boolean).join(' · '),
        path: pathOf(type, row),
        score,
        match: { field, tier },
      })),
      total: ranked.length,
      tookMs: 0,
    }
  })
  return {
    ...route,
    handler: async request => {
      const began = performance.now()
      const answer = await route.handler(request)
      const tookMs = Math.round((performance.now() - began) * 10) / 10
      // The duration must not change the entity tag.
      return answer instanceof Response ? answer : { ...answer, shownOnce: { tookMs } }
    },
  }
}
