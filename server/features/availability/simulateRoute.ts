import { sql } from 'kysely'
import { calls } from '../../../src/calls'
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
  compareSides,
  concernedBy,
  formatInstant,
  IndexedSnapshot,
  type Snapshot,
  type Touched,
} from '../../../src/scheduling'
import {
  carryOutDrafts,
  findRecord,
  implement,
  inLine,
  invalid,
  invalidField,
  notFound,
  Problem,
  type RequestOf,
  rehearsed,
  requireOrder,
  scopeOf,
  type Transaction,
  tenantsHooks,
  type UnitOfWork,
} from '../../serve'
import { partsInLine } from '../bookings/visits/partsInLine'
import { catalogItemsHooks } from '../catalog/catalogItemsHooks'
import { variantsHooks } from '../catalog/variantsHooks'
import { channelsHooks } from '../channels/channelsHooks'
import { resourcesHooks } from '../resources/resourcesHooks'
import { resourceRulesHooks } from '../rules/resourceRulesHooks'
import { schedulesHooks } from '../schedules/schedulesHooks'
import { generate } from '../schedules/timeslots/generate'
import { optionsOf } from '../schedules/timeslots/timeslotRoutes'
import { settledHooks } from '../schedules/timeslots/timeslotsHooks'
import { furthest, loadTaken, named, nearby, overridesOf } from './affected'
import { changedSetup, loadSetup, readSetupState, type Setup } from './loadSetup'
import { rangeOf } from './questions'

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
  timeslots: settledHooks,
  tenants: tenantsHooks,
}

/** Writing and undoing timeslots keeps the database busy. */
const mostSimulated = 5_000

type Request = RequestOf<typeof calls.availability.simulate>
type Generation = RequestOf<typeof calls.availability.simulate>['body']['generate']

const generated = async ({ db }: UnitOfWork, request: Request, generation: NonNullable<Generation>) => {
  const { scheduleId, ...options } = generation
  const schedule = await findRecord(db, scopeOf(schedules, schedulesHooks, request), scheduleId)
  if (schedule.mode !== 'timeslots') throw invalidField('generate.scheduleId', 'validation.invalid')
  const tenantId = request.caller.tenant.id
  const now = request.services.now()
  const asked = { tenantId, schedule, options: optionsOf(options), dryRun: false, now, most: mostSimulated }
  return generate(db, asked).catch(error => {
    const errors = error instanceof Problem ? error.options.errors : undefined
    throw errors
      ? invalid(Object.fromEntries(Object.entries(errors).map(([name, said]) => [`generate.${name}`, said])), error)
      : error
  })
}

const countLater = async (
  db: Transaction,
  tenantId: string,
  { resourceIds, changedVariantIds, channelIds }: Concerned,
  { from, now }: { from: number; now: number },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct booking_id)::int as count from allocations
    where tenant_id = ${tenantId} and active and starts_at >= ${formatInstant(from)}
    and status in ('held', 'pending', 'confirmed') and (status <> 'held' or hold_expires_at > ${formatInstant(now)})
    and (resource_id = any(${[...resourceIds]}) or variant_id = any(${[...changedVariantIds]})
      or channel_id = any(${[...channelIds]}))`.execute(db)
  return rows[0]?.count ?? 0
}

const requireKnown = (ids: readonly string[] | undefined, what: string, ...lists: (readonly { id: string }[])[]) => {
  const known = new Set(lists.flat().map(({ id }) => id))
  if (ids?.some(id => !known.has(id))) throw notFound(what)
}

const askedOf = ({ body, caller, services }: Request) => {
  const { question } = body
  const now = services.now()
  const timeZone = question.timeZone ?? caller.tenant.timeZone
  const range = rangeOf({ from: question.from, to: question.to, timeZone }, caller)
  requireOrder(question, timeZone)
  const bookingsTo = question.bookingsTo ?? range.to
  if (question.bookingsTo !== undefined && bookingsTo <= range.from)
    throw invalidField('bookingsTo', 'validation.notAfterStart')
  if (bookingsTo > now + furthest) throw invalidField('bookingsTo', 'validation.rangeTooLong', { max: 3 * 366 })
  return { now, timeZone, range, bookingsTo }
}

type Asked = ReturnType<typeof askedOf>

interface Before {
  version: string | null
  setup: Setup
}

/** Saves, reads and undoes. */
const saved = async (
  unit: UnitOfWork,
  request: Request,
  { setup: before, version }: Before,
  { now, range, bookingsTo }: Asked,
) => {
  const { db } = unit
  const { body, caller, services } = request
  const { question, changes } = body
  const tenantId = caller.tenant.id
  const changesTimeslots = body.generate !== null || changes.some(({ entityType }) => entityType === 'timeslots')
  return rehearsed(unit, async () => {
    const { records, real, drafted } = await carryOutDrafts(
      unit,
      changes.map(({ entityType, ...change }) => ({ ...change, resource: declared[entityType] })),
      { resources: services.resources, hooks },
    )
    const { channelId, variantIds, resourceIds, generation } = real({ ...question, generation: body.generate })
    const plan = generation && (await generated(unit, request, generation))
    const after = await changedSetup(db, tenantId, before, version)
    const touched = records.map(({ id, params }, index): Touched => {
      const entityType = changes[index]?.entityType ?? 'timeslots'
      return entityType === 'timeslots' ? { entityType: 'schedules', id: params.scheduleId ?? '' } : { entityType, id }
    })
    if (generation) touched.push({ entityType: 'schedules', id: generation.scheduleId })
    requireKnown(variantIds, 'variant', before.variants, after.variants)
    requireKnown(resourceIds, 'resource', before.resources, after.resources)
    requireKnown(channelId ? [channelId] : [], 'channel', before.channels, after.channels)

    const indexed = (setup: Setup) => new IndexedSnapshot({ ...setup, now })
    const sides = [indexed(before), indexed(after)] as const
    const concerned = concernedBy(touched, ...sides, channelId ?? after.tenant.defaultChannelId ?? null)
    // Bookings through a channel may be on any resource.
    const own = concerned.channelIds.size > 0 ? [...before.resources, ...after.resources].map(({ id }) => id) : []
    const compared = {
      tenantId,
      before,
      after,
      concerned: {
        variantIds: new Set([...concerned.variantIds, ...(variantIds ?? [])]),
        resourceIds: new Set([...concerned.resourceIds, ...(resourceIds ?? []), ...own]),
      },
      from: Math.min(range.from, now),
      to: Math.max(range.to, bookingsTo + nearby),
      now,
    }
    const load = () => loadTaken(db, compared, sides)
    // Timeslots are undone with the rest, so their allocations are read first.
    const taken = changesTimeslots ? await load() : null
    return { asked: { channelId, variantIds, resourceIds }, after, touched, concerned, taken, load, plan, drafted }
  })
}

/** Saves, undoes and compares, so that the usual rules apply (docs/domain.md#what-if). */
export const simulateRoute = implement(calls.availability.simulate, request => {
  const { body, caller } = request
  const asked = askedOf(request)
  const { now, timeZone, range, bookingsTo } = asked
  const tenantId = caller.tenant.id

  const simulated = async (unit: UnitOfWork, lock: (db: Transaction) => Promise<void>) => {
    const { db } = unit
    const read = async (): Promise<Before> => {
      const state = await readSetupState(db, tenantId)
      return { version: state.version, setup: await loadSetup(db, tenantId, { subject: { whole: true }, state }) }
    }
    const [, before] = await Promise.all([lock(db), read()])
    const rehearsal = await saved(unit, request, before, asked)
    const { after, touched, taken, plan, drafted } = rehearsal
    const { channelId, variantIds, resourceIds } = rehearsal.asked
    const [takenBefore, laterCount] = await Promise.all([
      rehearsal.load(),
      countLater(db, tenantId, rehearsal.concerned, { from: bookingsTo, now }),
    ])
    const { quantity, durationMinutes } = body.question
    const snapshots: [Snapshot, Snapshot] = [
      { ...before.setup, ...takenBefore, now },
      { ...after, ...(taken ?? takenBefore), now },
    ]
    const compared = compareSides(...snapshots, {
      ...range,
      timeZone,
      touched,
      bookingsTo,
      ...(variantIds && { variantIds }),
      ...(resourceIds && { resourceIds }),
      ...(channelId && { channelId }),
      ...(quantity && { quantity }),
      ...(durationMinutes && { durationMinutes }),
    })
    const { failing } = compared
    const bookingIds = failing.map(({ booking }) => booking.first.bookingId)
    const known: Parameters<typeof compared.finish> =
      bookingIds.length === 0
        ? []
        : await Promise.all([overridesOf(db, tenantId, failing), partsInLine(db, tenantId, bookingIds, now)])
    const simulation = compared.finish(...known)
    const { bookings } = simulation
    return drafted({
      from: formatInstant(range.from),
      to: formatInstant(range.to),
      timeZone,
      bookingsTo: formatInstant(bookingsTo),
      ...simulation,
      bookings: { ...bookings, laterCount, items: await named(db, caller, bookings.items) },
      timeslots: plan,
    })
  }
  return inLine('simulate', caller, lock => request.write(unit => simulated(unit, lock)), { again: 'refused' })
})
