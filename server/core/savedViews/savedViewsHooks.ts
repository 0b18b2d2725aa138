import { sql } from 'kysely'
import { InvalidValue, isUuid, type JsonSchema, type QueryParams } from '../../../src/contract'
import { type SavedView, savedViews } from '../../../src/core'
import {
  type AnyField,
  type AnyResource,
  acrossParents,
  asReadBy,
  filterFieldsOf,
  hasRole,
  type Message,
  mayAccess,
  type Role,
  type ValidationErrors,
} from '../../../src/schema'
import { zoneOf } from '../../../src/time/Zone'
import type { ApiRecord } from '../../audit/change'
import type { CheckedChange, HookContext, ResourceHooks } from '../../crud/hooks'
import { lockInvariant } from '../../crud/lockInvariant'
import { all, findRecords, isOneOf, type Scope, scopeConditions } from '../../crud/scope'
import { updateRecords } from '../../crud/write'
import type { Transaction } from '../../db/database'
import type { Caller } from '../../http/identity/caller'
import { readQuery } from '../../http/input'
import { forbidden, notFound, Problem, refusal } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { Core } from '../core'
import { type Filters, resolvedFilters, type Today } from './relative'

const apart = new Set(['page', 'perPage', 'sort', 'order', 'q', 'ids', 'updatedSince', 'calendarFrom', 'calendarTo'])

const mostViews = { own: 100, shared: 200 }

export const listOf = ({ resources }: Pick<Core, 'resources'>, name: unknown): AnyResource | null =>
  resources.find(
    resource =>
      resource.name === name && resource.scope === 'tenant' && resource.kind !== 'singleton' && !resource.partOf,
  ) ?? null

/** @throws Problem `not_found` for a list that the caller may not see, and `validation` for an unknown one */
export const requireList = (core: Core, name: unknown, { role }: Caller): AnyResource => {
  const resource = listOf(core, name)
  if (!resource) {
    const values = core.resources.flatMap(each => (listOf(core, each.name) ? each.name : [])).join(', ')
    throw new Problem('validation', 'There is no such list.', {
      errors: { resource: { key: 'validation.choice', args: { values } } },
    })
  }
  if (!mayAccess(role, resource.access, 'list')) throw notFound('list')
  return resource
}

const filterParamsOf = (core: Core, resource: AnyResource): QueryParams =>
  Object.fromEntries(Object.entries(core.listParams(resource)).filter(([name]) => !apart.has(name)))

const todayOf = async (db: Transaction, caller: Caller, now: number): Promise<Today> => {
  const { rows } = await sql<{ timeZone: string; weekStartsOn: number }>`
    select time_zone, week_starts_on from tenants where id = ${caller.tenant?.id}`.execute(db)
  const [{ timeZone, weekStartsOn } = { timeZone: 'UTC', weekStartsOn: 1 }] = rows
  return { today: zoneOf(timeZone).dayOf(now), weekStartsOn }
}

const filterErrors = (params: QueryParams, filters: Filters, role: Role | null): Record<string, Message> => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) for (const each of [value].flat()) query.append(name, each)
  try {
    readQuery(params, query, role)
    return {}
  } catch (error) {
    if (!(error instanceof Problem && error.options.errors)) throw error
    return error.options.errors
  }
}

const sortError = (core: Core, resource: AnyResource, sort: string, role: Role | null): Message | null => {
  try {
    core.listParams(resource).sort?.read([sort], role)
    return null
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return error.problem
  }
}

const columnsOf = (resource: AnyResource, role: Role | null): readonly string[] =>
  asReadBy(acrossParents(resource) ?? resource, role).list.columns

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A view keeps only members of its list, except those that it already has. */
const queryErrors = async (
  { db, caller, now }: UnitOfWork,
  core: Core,
  resource: AnyResource,
  before: SavedView | null,
  { filters, sort, columns }: SavedView,
): Promise<ValidationErrors> => {
  const changed = Object.entries(filters).filter(([name, value]) => !isSame(value, before?.filters[name]))
  const params = filterParamsOf(core, resource)
  const today = await todayOf(db, caller, now)
  const wrong = changed.flatMap(([name, value]) => {
    const resolved = Object.hasOwn(params, name)
      ? resolvedFilters(resource, { [name]: value }, today)
      : { [name]: value }
    const [error] = Object.values(filterErrors(params, resolved, caller.role))
    return error ? [[`filters.${name}`, error] as const] : []
  })
  const known = columnsOf(resource, caller.role)
  const badSort = sort && sort !== before?.sort ? sortError(core, resource, sort, caller.role) : null
  const added = columns?.filter(name => !before?.columns?.includes(name)) ?? []
  return {
    ...Object.fromEntries(wrong),
    ...(badSort && { sort: badSort }),
    ...(added.some(name => !known.includes(name)) && {
      columns: { key: 'validation.choice' as const, args: { values: known.join(', ') } },
    }),
  }
}

/** @throws Problem `validation` beyond the limits */
const requireRoomFor = async (db: Transaction, tenantId: string, of: 'own' | 'shared'): Promise<void> => {
  const counted = of === 'own' ? sql`owner_id = current_user_id()` : sql`visibility = 'shared'`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_views where tenant_id = ${tenantId} and ${counted}`.execute(db)
  const max = mostViews[of]
  if ((rows[0]?.count ?? 0) >= max) throw refusal('validation', 'refusal.limit', { max })
}

const isTaken = async (db: Transaction, { id, ownerId, resource, name }: SavedView, tenantId: string) => {
  const { rows } = await sql`
    select from saved_views where tenant_id = ${tenantId} and owner_id = ${ownerId} and resource = ${resource}
    and lower(name) = lower(${name}) and id is distinct from ${id ?? null}::uuid`.execute(db)
  return rows.length > 0
}

/** @throws Problem `forbidden` if a higher role is needed */
const requireRole = ({ userId, role }: Caller, before: SavedView | null, after: SavedView): void => {
  const isShared = after.visibility === 'shared'
  if (before && !isShared && before.ownerId !== userId) throw refusal('forbidden', 'refusal.notYours')
  if (isShared && before?.visibility !== 'shared' && !hasRole(role, 'staff')) throw forbidden('staff')
  if (after.isDefault !== (before?.isDefault ?? false) && !hasRole(role, 'admin')) throw forbidden('admin')
}

const check = async (core: Core, unit: UnitOfWork, change: CheckedChange): Promise<ValidationErrors> => {
  const { db, caller } = unit
  const before = change.before as SavedView | null
  const given = change.after as SavedView
  const after = { ...given, ownerId: before ? before.ownerId : caller.userId }
  const resource = requireList(core, after.resource, caller)
  requireRole(caller, before, after)
  const tenantId = String(caller.tenant?.id)
  await lockInvariant(db, `saved views ${tenantId}`)
  if (!before) await requireRoomFor(db, tenantId, 'own')
  if (after.visibility === 'shared' && before?.visibility !== 'shared') await requireRoomFor(db, tenantId, 'shared')
  return {
    ...(await queryErrors(unit, core, resource, before, after)),
    ...((await isTaken(db, after, tenantId)) && { name: { key: 'validation.unique' as const, args: {} } }),
    ...(after.isDefault &&
      after.visibility !== 'shared' && { isDefault: { key: 'validation.sharedOnly' as const, args: {} } }),
  }
}

const onlyDefault = async (unit: UnitOfWork, view: SavedView, scope: Scope): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from saved_views where tenant_id = ${view.tenantId} and resource = ${view.resource} and is_default
    and id <> ${view.id}`.execute(unit.db)
  const others = await findRecords(
    unit.db,
    scope,
    rows.map(({ id }) => id),
    { lock: true },
  )
  if (others.length > 0) await updateRecords(unit, scope, others, { isDefault: false })
}

const filterOf = (resource: AnyResource, name: string): AnyField | undefined =>
  filterFieldsOf(resource).find(([each]) => each === name)?.[1]

const idsIn = (value: Filters[string]): string[] => [value].flat().filter(isUuid)

const seenTargets = async (
  { db, caller }: HookContext,
  core: Core,
  views: readonly { resource: AnyResource; filters: Filters }[],
): Promise<ReadonlySet<string>> => {
  const wanted = new Map<AnyResource, string[]>()
  for (const { resource, filters } of views)
    for (const [name, value] of Object.entries(filters)) {
      const field = filterOf(resource, name)
      if (field?.kind !== 'reference') continue
      const target = field.options.to() as AnyResource
      if (target.scope === 'tenant' && !mayAccess(caller.role, target.access, 'list')) continue
      wanted.set(target, [...(wanted.get(target) ?? []), ...idsIn(value)])
    }
  const seen = new Set<string>()
  for (const [target, ids] of wanted) {
    const resource = { ...target, api: `/${target.name}` }
    const scope = { resource, hooks: core.hooksOf(target), resources: core.resources, caller, params: {} }
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(target.name)}
      where ${all([...scopeConditions(scope), isOneOf(resource, 'id', ids)])}`.execute(db)
    for (const { id } of rows) seen.add(id)
  }
  return seen
}

const described = async (
  core: Core,
  context: HookContext & { now: number },
  records: readonly ApiRecord[],
): Promise<ApiRecord[]> => {
  const { db, caller, now } = context
  const today = await todayOf(db, caller, now)
  const views = (records as SavedView[]).map(view => {
    const resource = listOf(core, view.resource)
    return { view, resource, filters: view.filters as Filters }
  })
  const seen = await seenTargets(
    context,
    core,
    views.flatMap(({ resource, filters }) => (resource ? [{ resource, filters }] : [])),
  )
  return views.map(({ view, resource, filters }) => {
    const params = resource ? filterParamsOf(core, resource) : {}
    const taken = Object.entries(filters).filter(([name, value]) => {
      const one = resource && Object.hasOwn(params, name) ? resolvedFilters(resource, { [name]: value }, today) : null
      return one && Object.keys(filterErrors(params, one, caller.role)).length === 0
    })
    const isGone = ([name, value]: [string, Filters[string]]) =>
      resource && filterOf(resource, name)?.kind === 'reference' && idsIn(value).some(id => !seen.has(id.toLowerCase()))
    const whole = taken.filter(entry => !isGone(entry)).map(([name]) => name)
    const { q, sort, order, perPage } = view
    const isSorted = resource && sort && !sortError(core, resource, sort, caller.role)
    const resolved = {
      ...(resource && resolvedFilters(resource, Object.fromEntries(taken), today)),
      ...(q && { q }),
      ...(isSorted && { sort, ...(order && { order }) }),
      ...(perPage && { perPage: String(perPage) }),
    }
    return {
      ...view,
      brokenFilters: Object.keys(filters).filter(name => !whole.includes(name)),
      resolved,
    }
  })
}

const texts: JsonSchema = { type: 'array', items: { type: 'string' } }

export const savedViewsHooks = (core: Core): ResourceHooks => ({
  visible: ({ role }) => {
    const names = core.resources.flatMap(({ name, access }) => (mayAccess(role, access, 'list') ? name : []))
    return isOneOf(savedViews, 'resource', names)
  },
  filters: {
    resource: {
      param: {
        schema: { type: 'array', items: { type: 'string', maxLength: 63 } },
        description: 'Of this list, or of one of these when repeated',
        read: values => [...values],
        absent: undefined,
      },
      condition: names => isOneOf(savedViews, 'resource', names),
    },
  },
  extras: {
    isMine: {
      select: sql`coalesce(saved_views.owner_id = current_user_id(), false)`,
      schema: { type: 'boolean', description: 'Whether the caller owns it' },
    },
    isOwnDefault: {
      select: sql`exists (select from saved_view_defaults as chosen where chosen.tenant_id = saved_views.tenant_id
        and chosen.view_id = saved_views.id and chosen.user_id = current_user_id())`,
      schema: { type: 'boolean', description: 'Whether the list opens with it for the caller' },
    },
    brokenFilters: {
      select: sql`null`,
      schema: {
        ...texts,
        description: 'Filters whose record is gone or hidden from the caller, or that the list does not take any more',
      },
    },
    resolved: {
      select: sql`null`,
      schema: {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'string' }, texts] },
        description: 'The query as of now, which the list takes as it is',
      },
    },
  },
  columns: ({ caller }) => ({ ownerId: caller.userId }),
  isDiscreet: ({ visibility }) => visibility === 'private',
  described: (context, records) => described(core, context, records),
  refuse: async ({ caller }, changes) =>
    new Map(
      changes.flatMap(({ before }) =>
        before && before.ownerId !== caller.userId && !hasRole(caller.role, 'admin')
          ? [[before.id, refusal('forbidden', 'refusal.notYours')] as const]
          : [],
      ),
    ),
  check: (unit, change) => check(core, unit, change),
  after: async (unit, { before, after }, scope) => {
    if (after?.isDefault && !before?.isDefault) await onlyDefault(unit, after as SavedView, scope)
  },
})
