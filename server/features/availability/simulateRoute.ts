import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import type { CallBody } from '../../../src/contract'
import { catalogItems } from '../../../src/resources/catalogItems'
import { channels } from '../../../src/resources/channels'
import { resourceRules } from '../../../src/resources/resourceRules'
import { bookableResources } from '../../../src/resources/resources'
import { resourceTypes } from '../../../src/resources/resourceTypes'
import { schedules } from '../../../src/resources/schedules'
import { tenants } from '../../../src/resources/tenants'
import { timeslots } from '../../../src/resources/timeslots'
import { variants } from '../../../src/resources/variants'
import {
  type Concerned,
  concernedBy,
  formatInstant,
  IndexedSnapshot,
  neededResources,
  neededSpan,
  type Simulation,
  type Snapshot,
  simulate,
  type Touched,
} from '../../../src/scheduling'
import { DAY } from '../../../src/time/instant'
import { rehearsed } from '../../crud/bulk'
import { carryOutDrafts, withIds } from '../../crud/drafts'
import { findRecord } from '../../crud/read'
import { scopeOf } from '../../crud/routes'
import type { Transaction } from '../../db/database'
import { implement, type RequestOf } from '../../http/implement'
import { invalidField, notFound } from '../../http/problem'
import { requireOrder } from '../../http/readQuery'
import type { UnitOfWork } from '../../http/unitOfWork'
import { catalogItemsHooks } from '../catalog/catalogItemsHooks'
import { variantsHooks } from '../catalog/variantsHooks'
import { channelsHooks } from '../channels/channelsHooks'
import { resourcesHooks } from '../resources/resourcesHooks'
import { resourceRulesHooks } from '../rules/resourceRulesHooks'
import { schedulesHooks } from '../schedules/schedulesHooks'
import { generate } from '../schedules/timeslots/generate'
import { optionsOf } from '../schedules/timeslots/timeslotRoutes'
import { settledHooks } from '../schedules/timeslots/timeslotsHooks'
import { tenantsHooks } from '../tenants/tenantsHooks'
import { type Busy, loadBusy } from './loadBusy'
import { countsCustomers, loadSetup, type Setup } from './loadSetup'
import { rangeOf } from './questions'

/** How far ahead bookings can be judged. */
const furthest = 3 * 366 * DAY
/** How far the nearest free time may be from a booking that no longer fits. */
const nearby = 14 * DAY

const declared = {
  schedules,
  resourceRules,
  resources: bookableResources,
  resourceTypes,
  variants,
  channels,
  catalogItems,
  timeslots,
  tenants,
}

const hooks = {
  schedules: schedulesHooks,
  resourceRules: resourceRulesHooks,
  resources: resourcesHooks,
  variants: variantsHooks,
  channels: channelsHooks,
  catalogItems: catalogItemsHooks,
  // The answer says what would become of bookings, so no decision about them is asked for.
  timeslots: settledHooks,
  tenants: tenantsHooks,
}

type Request = RequestOf<typeof calls.availability.simulate>
type Generation = CallBody<typeof calls.availability.simulate>['generate']

/** Makes the timeslots that the request asks for, after its changes. */
const generated = async ({ db }: UnitOfWork, request: Request, generation: NonNullable<Generation>) => {
  const { scheduleId, ...options } = generation
  const schedule = await findRecord(db, scopeOf(schedules, schedulesHooks, request), scheduleId)
  if (schedule.mode !== 'timeslots') throw invalidField('generate.scheduleId', 'validation.invalid')
  const tenantId = request.caller.tenant.id
  const now = request.services.now()
  return generate(db, { tenantId, schedule, options: optionsOf(options), dryRun: false, now })
}

const unionById = <T extends { id: string }>(one: readonly T[], other: readonly T[]): T[] => [
  ...new Map([...one, ...other].map(record => [record.id, record])).values(),
]

interface Loading {
  tenantId: string
  before: Setup
  after: Setup
  /** The same two, indexed. */
  sides: readonly [IndexedSnapshot, IndexedSnapshot]
  concerned: Pick<Concerned, 'variantIds' | 'resourceIds'>
  /** Bookings that start in `[from, to)` can be judged; epoch milliseconds. */
  from: number
  to: number
  now: number
}

/** What takes capacity on the resources that both sides are asked about, for both sides at once. */
const loadTaken = async (db: Transaction, { tenantId, before, after, sides, concerned, from, to, now }: Loading) => {
  const resources = unionById(before.resources, after.resources)
  const schedules = unionById(before.schedules, after.schedules)
  const spans = [before, after].map(setup => {
    const variants = setup.variants.filter(({ id }) => concerned.variantIds.has(id))
    return neededSpan({ ...setup, variants }, { from, to })
  })
  const span = {
    from: Math.min(...spans.map(one => one.from)),
    to: Math.max(...spans.map(one => one.to)),
    now,
    isAnonymous: false,
  }
  const load = (ids: ReadonlySet<string>) =>
    loadBusy(db, tenantId, { ...after, schedules, resources: resources.filter(({ id }) => ids.has(id)) }, span)
  const all = new Set(resources.map(({ id }) => id))
  // A limit per customer counts bookings wherever they are.
  if (countsCustomers(before) || countsCustomers(after)) return load(all)
  const needed = neededResources(sides, concerned)
  const busy = await load(needed)
  const foreign = new Set(
    busy.allocations.map(({ variantId }) => variantId).filter(id => !concerned.variantIds.has(id)),
  )
  const ofForeign = neededResources(sides, { variantIds: foreign, resourceIds: needed })
  return ofForeign.size > needed.size ? load(ofForeign) : busy
}

/** The codes that staff overrode, by booking. */
const overridesOf = async (db: Transaction, tenantId: string, { allocations }: Busy) => {
  const ids = [...new Set(allocations.map(({ bookingId }) => bookingId))]
  if (ids.length === 0) return new Map<string, string[]>()
  const { rows } = await sql<{ id: string; codes: string[] }>`
    select id, (select json_agg(entry->>'code') from jsonb_array_elements(overrides) as entry) as codes from bookings
    where tenant_id = ${tenantId} and id = any(${ids}) and overrides <> '[]'`.execute(db)
  return new Map(rows.map(({ id, codes }) => [id, codes]))
}

/** How many bookings on what is concerned start at `from` or later. */
const countLater = async (
  db: Transaction,
  tenantId: string,
  { resourceIds, variantIds, channelIds }: Concerned,
  { from, now }: { from: number; now: number },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct booking_id)::int as count from allocations
    where tenant_id = ${tenantId} and active and starts_at >= ${formatInstant(from)}
    and status in ('held', 'pending', 'confirmed') and (status <> 'held' or hold_expires_at > ${formatInstant(now)})
    and (resource_id = any(${[...resourceIds]}) or variant_id = any(${[...variantIds]})
      or channel_id = any(${[...channelIds]}))`.execute(db)
  return rows[0]?.count ?? 0
}

/** The bookings with what names them to people. */
const named = async (db: Transaction, tenantId: string, items: Simulation['bookings']['items']) => {
  const { rows } = await sql<{ id: string; reference: string; customerName: string | null }>`
    select bookings.id, bookings.reference, customers.name as customer_name from bookings
    left join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    where bookings.tenant_id = ${tenantId} and bookings.id = any(${items.map(({ bookingId }) => bookingId)})`.execute(
    db,
  )
  const names = new Map(rows.map(row => [row.id, row]))
  return items.map(item => {
    const { reference = null, customerName = null } = names.get(item.bookingId) ?? {}
    return { ...item, reference, customerName }
  })
}

const requireKnown = (ids: readonly string[] | undefined, what: string, ...lists: (readonly { id: string }[])[]) => {
  const known = new Set(lists.flat().map(({ id }) => id))
  if (ids?.some(id => !known.has(id))) throw notFound(what)
}

/**
 * What unsaved changes would do. They are saved for real and undone at once (docs/domain.md#what-if), so that nothing is
 * judged by rules of its own; the engine then compares the set-up before with the one in between.
 */
export const simulateRoute = implement(calls.availability.simulate, request => {
  const { body, caller, services } = request
  const { question, changes } = body
  const tenantId = caller.tenant.id
  const now = services.now()
  const timeZone = question.timeZone ?? caller.tenant.timeZone
  const range = rangeOf({ from: question.from, to: question.to, timeZone }, caller)
  requireOrder(question, timeZone)
  const bookingsTo = question.bookingsTo ?? range.to
  if (question.bookingsTo !== undefined && bookingsTo <= range.from)
    throw invalidField('bookingsTo', 'validation.notAfterStart')
  if (bookingsTo > now + furthest) throw invalidField('bookingsTo', 'validation.rangeTooLong', { max: 3 * 366 })

  return request.write(async unit => {
    const { db } = unit
    const whole = () => loadSetup(db, tenantId, { subject: { whole: true } })
    const before = await whole()
    const drafted = await rehearsed(unit, async () => {
      const { records, ids } = await carryOutDrafts(
        unit,
        changes.map(({ entityType, ...change }) => ({ ...change, resource: declared[entityType] })),
        { resources: services.resources, hooks },
      )
      const { channelId, variantIds, resourceIds, generation } = withIds(
        { ...question, generation: body.generate },
        ids,
      )
      const plan = generation && (await generated(unit, request, generation))
      const after = await whole()
      const touched = records.map(({ id, params }, index): Touched => {
        const entityType = changes[index]?.entityType ?? 'timeslots'
        return entityType === 'timeslots'
          ? { entityType: 'schedules', id: params.scheduleId ?? '' }
          : { entityType, id }
      })
      if (generation) touched.push({ entityType: 'schedules', id: generation.scheduleId })
      requireKnown(variantIds, 'variant', before.variants, after.variants)
      requireKnown(resourceIds, 'resource', before.resources, after.resources)
      requireKnown(channelId ? [channelId] : [], 'channel', before.channels, after.channels)

      const indexed = (setup: Setup) => new IndexedSnapshot({ ...setup, now })
      const sides = [indexed(before), indexed(after)] as const
      const asked = channelId ?? after.tenant.defaultChannelId ?? null
      const concerned = concernedBy(touched, ...sides, asked)
      const loading: Loading = {
        tenantId,
        before,
        after,
        sides,
        concerned: {
          variantIds: new Set([...concerned.variantIds, ...(variantIds ?? [])]),
          resourceIds: new Set([...concerned.resourceIds, ...(resourceIds ?? [])]),
        },
        from: Math.min(range.from, now),
        to: Math.max(range.to, bookingsTo + nearby),
        now,
      }
      return {
        ids,
        channelId,
        variantIds,
        resourceIds,
        plan,
        after,
        touched,
        concerned,
        loading,
        taken: await loadTaken(db, loading),
      }
    })
    const { ids, channelId, variantIds, resourceIds, plan, after, touched, concerned, loading, taken } = drafted
    const { quantity, durationMinutes } = question
    const changesTimeslots = plan !== null || changes.some(({ entityType }) => entityType === 'timeslots')
    const takenBefore = changesTimeslots ? await loadTaken(db, loading) : taken
    const snapshots: [Snapshot, Snapshot] = [
      { ...before, ...takenBefore, now },
      { ...after, ...taken, now },
    ]
    const simulation = simulate(...snapshots, {
      ...range,
      timeZone,
      touched,
      bookingsTo,
      overrides: await overridesOf(db, tenantId, takenBefore),
      ...(variantIds && { variantIds }),
      ...(resourceIds && { resourceIds }),
      ...(channelId && { channelId }),
      ...(quantity && { quantity }),
      ...(durationMinutes && { durationMinutes }),
    })
    const { bookings } = simulation
    const answer = {
      from: formatInstant(range.from),
      to: formatInstant(range.to),
      timeZone,
      bookingsTo: formatInstant(bookingsTo),
      ...simulation,
      bookings: {
        ...bookings,
        laterCount: await countLater(db, tenantId, concerned, { from: bookingsTo, now }),
        items: await named(db, tenantId, bookings.items),
      },
      timeslots: plan,
    }
    return withIds(answer, new Map(Array.from(ids, ([draft, real]) => [real, draft])))
  })
})
