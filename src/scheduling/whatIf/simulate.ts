import { type InstantInput, MINUTE, toMillis } from '../../time/instant'
import { formatLocalDate } from '../../time/localDate'
import { type Zone, zoneOf } from '../../time/Zone'
import type { GenerationPlan } from '../answers'
import { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { openHours } from '../engine/timeline'
import { type GenerateOptions, generateTimeslots } from '../schedule/generateTimeslots'
import type { Snapshot, TimeslotInput } from '../snapshot'
import { applyChanges, type DraftChange } from './applyChanges'
import {
  type ComparedVariant,
  compareVariant,
  cutLists,
  DRAFT,
  type Sides,
  type VariantDifference,
} from './compareVariants'
import { type Concerned, concernedBy } from './concernedBy'
import { type AffectedBooking, describeAffected, failingChecks, severityOf, standingBookings } from './judgeBookings'

const MAX_VARIANTS = 100
const MAX_RESOURCES = 200
const MAX_BOOKINGS = 100
const MAX_LISTED = 5000

export interface SimulateQuestion {
  from: InstantInput
  to: InstantInput
  /** The IANA zone in which days are counted; default: the tenant's. */
  timeZone?: string
  /** Applied in this order. */
  changes: readonly DraftChange[]
  /** Default: the variants that the changes concern. */
  variantIds?: readonly string[]
  resourceIds?: readonly string[]
  channelId?: string | null
  quantity?: number
  durationMinutes?: number
  /** Bookings that start before this are judged; default: `to`. */
  bookingsTo?: InstantInput
  /** Timeslots to generate after the changes. */
  generate?: (GenerateOptions & { scheduleId: string }) | null
  /** The codes that staff overrode for a booking, by its id. */
  overrides?: ReadonlyMap<string, readonly string[]>
}

export interface OpenDay {
  date: string
  openMinutesBefore: number
  openMinutesAfter: number
}

/** The effect of changes on availability and future bookings. Counts are exact; lists may be cut. */
export interface Simulation {
  isTruncated: boolean
  /** Variants that the changes concern, but do not alter. */
  unchangedVariantCount: number
  /** Variants left out because there were too many. */
  unaskedVariantCount: number
  variants: VariantDifference[]
  resources: { resourceId: string; name: string; days: OpenDay[] }[]
  days: (OpenDay & { dayLengthMinutes: number; slotCountBefore: number; slotCountAfter: number })[]
  bookings: {
    judgedCount: number
    strandedCount: number
    irregularCount: number
    /** Bookings that failed checks before, and fail no additional ones now. */
    alreadyOutsideCount: number
    /** Bookings of the snapshot that start after `bookingsTo`. */
    laterCount: number
    /** Stranded bookings first, then by start. */
    items: AffectedBooking[]
  }
  timeslots: GenerationPlan | null
}

/**
 * Simulates draft changes: compares the answers of two engines, one on the snapshot, one on the snapshot with the
 * changes applied.
 *
 * The snapshot must hold everything that either side is asked about, active or not.
 * @throws RangeError for an id that neither side holds
 * @throws SchedulingError as generating timeslots does
 */
export function simulate(snapshot: Snapshot, question: SimulateQuestion): Simulation {
  const { changes, generate, variantIds } = question
  const range: Range = { from: toMillis(question.from), to: toMillis(question.to) }
  const drafted = applyChanges(snapshot, changes)
  const generation = generate ? planTimeslots(drafted, generate) : null
  const sides: Sides = {
    before: new IndexedSnapshot(snapshot),
    after: new IndexedSnapshot(generation ? { ...drafted, timeslots: generation.timeslots } : drafted),
  }
  const channelId = question.channelId ?? sides.after.records.tenant.defaultChannelId ?? null
  const touched: DraftChange[] = generate
    ? [...changes, { action: 'update', entityType: 'schedules', id: generate.scheduleId, data: {} }]
    : [...changes]
  const concerned = concernedBy(touched, sides.before, sides.after, channelId)
  const asked = variantIds ?? inCatalogOrder(sides, concerned.variantIds)
  const compared = asked.slice(0, MAX_VARIANTS).map(id => compareVariant(sides, id, question, range))
  const answered = variantIds ? compared : compared.filter(({ difference }) => isDifferent(difference))
  const resourceIds = question.resourceIds ?? idsOf(sides, 'resources', concerned.resourceIds).slice(0, MAX_RESOURCES)
  const days = localDays(zoneOf(question.timeZone ?? snapshot.tenant.timeZone), range)
  const resources = resourceIds.map(id => compareOpenHours(sides, id, channelId, days))
  const variants = answered.map(({ difference }) => difference)
  return {
    unchangedVariantCount: compared.length - answered.length,
    unaskedVariantCount: asked.length - compared.length,
    // Evaluated last, because it cuts lists whose entries are counted above.
    isTruncated: cutLists(variants, MAX_LISTED),
    variants,
    resources,
    days: days.map((day, i) => sumDay(day, i, resources, answered)),
    bookings: compareBookings(sides, concerned, toMillis(question.bookingsTo ?? range.to), question.overrides),
    timeslots: generation?.plan ?? null,
  }
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Plans a generation; returns the plan and the timeslots after it. New ones have temporary ids. */
function planTimeslots(
  drafted: Snapshot,
  { scheduleId, ...options }: GenerateOptions & { scheduleId: string },
): { plan: GenerationPlan; timeslots: TimeslotInput[] } {
  const indexed = new IndexedSnapshot(drafted)
  const { schedule } = indexed.schedule(scheduleId)
  const table = indexed.timeslots(scheduleId)
  const existing = table.slots.map((slot, i) => ({ ...slot, bookedQuantity: slot.bookedQuantity ?? table.bookedAt(i) }))
  const plan = generateTimeslots(schedule, existing, options, drafted.now)
  const deleted = new Set(
    plan.timeslots.filter(({ action }) => action === 'delete').map(({ timeslotId }) => timeslotId),
  )
  const created = plan.timeslots
    .filter(({ action }) => action === 'create')
    .map(({ startsAt, endsAt, capacity }) => ({ id: `${DRAFT}${startsAt}`, scheduleId, startsAt, endsAt, capacity }))
  return { plan, timeslots: [...(drafted.timeslots ?? []).filter(({ id }) => !deleted.has(id)), ...created] }
}

/** The ids of both sides in list order: created records come last. */
function idsOf(
  { before, after }: Sides,
  list: 'variants' | 'resources' | 'items',
  wanted: ReadonlySet<string>,
): string[] {
  const all = new Set([...before.records[list], ...after.records[list]].map(({ id }) => id))
  return [...all].filter(id => wanted.has(id))
}

function inCatalogOrder(sides: Sides, variantIds: ReadonlySet<string>): string[] {
  const { before, after } = sides
  const itemOf = new Map(
    [...before.records.variants, ...after.records.variants].map(one => [one.id, one.catalogItemId]),
  )
  const items = idsOf(sides, 'items', new Set(itemOf.values()))
  const place = new Map(items.map((id, i) => [id, i]))
  const placeOf = (id: string): number => place.get(itemOf.get(id) ?? '') ?? items.length
  return idsOf(sides, 'variants', variantIds).sort((a, b) => placeOf(a) - placeOf(b))
}

function isDifferent({ addedCount, removedCount, changedCount, resources }: VariantDifference): boolean {
  return addedCount + removedCount + changedCount + resources.length > 0
}

/** A local day, or the part of it in question. */
interface Day extends Range {
  readonly date: string
  readonly lengthMinutes: number
}

function localDays(zone: Zone, { from, to }: Range): Day[] {
  const days: Day[] = []
  for (let day = zone.dayOf(from); day <= zone.dayOf(to - 1); day++) {
    const [start, end] = [zone.startOfDay(day), zone.startOfDay(day + 1)]
    if (end <= start) continue
    const lengthMinutes = (end - start) / MINUTE
    days.push({ date: formatLocalDate(day), from: Math.max(start, from), to: Math.min(end, to), lengthMinutes })
  }
  return days
}

function compareOpenHours(
  sides: Sides,
  resourceId: string,
  channelId: string | null,
  days: readonly Day[],
): Simulation['resources'][number] {
  const resource = sides.after.resources.get(resourceId) ?? sides.before.resources.get(resourceId)
  if (!resource) throw new RangeError(`Resource ${resourceId} is not in the snapshot`)
  const [before, after] = [sides.before, sides.after].map(side => openMinutes(side, resourceId, channelId, days))
  return {
    resourceId,
    name: resource.name,
    days: days.map(({ date }, i) => ({
      date,
      openMinutesBefore: before?.[i] ?? 0,
      openMinutesAfter: after?.[i] ?? 0,
    })),
  }
}

/** Minutes for which a resource is open on each day; 0 while it is inactive or missing. */
function openMinutes(
  side: IndexedSnapshot,
  resourceId: string,
  channelId: string | null,
  days: readonly Day[],
): number[] | undefined {
  const [first, last] = [days[0], days.at(-1)]
  const resource = side.resources.get(resourceId)
  if (!first || !last || !resource || resource.isActive === false) return undefined
  const { starts, ends } = openHours(side, resource, first.from, last.to, channelId).open
  return days.map(
    ({ from, to }) =>
      starts.reduce((sum, start, i) => sum + Math.max(0, Math.min(ends[i] as number, to) - Math.max(start, from)), 0) /
      MINUTE,
  )
}

function sumDay(
  { date, lengthMinutes, from, to }: Day,
  index: number,
  resources: Simulation['resources'],
  variants: readonly ComparedVariant[],
): Simulation['days'][number] {
  const open = (name: 'openMinutesBefore' | 'openMinutesAfter') =>
    resources.reduce((sum, { days }) => sum + (days[index]?.[name] ?? 0), 0)
  const slotsOf = (name: 'startsBefore' | 'startsAfter') =>
    variants.reduce((sum, one) => sum + one[name].filter(start => start >= from && start < to).length, 0)
  return {
    date,
    dayLengthMinutes: lengthMinutes,
    openMinutesBefore: open('openMinutesBefore'),
    openMinutesAfter: open('openMinutesAfter'),
    slotCountBefore: slotsOf('startsBefore'),
    slotCountAfter: slotsOf('startsAfter'),
  }
}

/** Judges the bookings that the changes concern, before and after the changes. */
function compareBookings(
  { before, after }: Sides,
  { resourceIds, variantIds, channelIds }: Concerned,
  until: number,
  overrides?: ReadonlyMap<string, readonly string[]>,
): Simulation['bookings'] {
  const all = standingBookings(before).filter(
    ({ first, resourceIds: own }) =>
      variantIds.has(first.variantId) || channelIds.has(first.channelId ?? '') || own.some(id => resourceIds.has(id)),
  )
  const judged = all.filter(({ start }) => start < until)
  const found: AffectedBooking[] = []
  let alreadyOutsideCount = 0
  for (const booking of judged) {
    const setAside = overrides?.get(booking.first.bookingId)
    const reasons = failingChecks(after, booking, setAside)
    if (reasons.length === 0) continue
    const known = new Set(failingChecks(before, booking, setAside).map(({ code }) => code))
    const severity = severityOf(reasons.filter(({ code }) => !known.has(code)))
    if (severity) found.push(describeAffected(after, booking, reasons, { severity, isNew: true }))
    else alreadyOutsideCount++
  }
  const stranded = found.filter(({ severity }) => severity === 'stranded')
  const irregular = found.filter(({ severity }) => severity === 'irregular')
  return {
    judgedCount: judged.length,
    strandedCount: stranded.length,
    irregularCount: irregular.length,
    alreadyOutsideCount,
    laterCount: all.length - judged.length,
    items: [...stranded, ...irregular].slice(0, MAX_BOOKINGS),
  }
}
