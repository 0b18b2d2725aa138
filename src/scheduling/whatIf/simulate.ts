import { formatLocalDate, MINUTE, type Zone, zoneOf } from '../../declare'
import { type InstantInput, toMillis } from '../../resources/instants'
import { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { openHours, withoutBusy } from '../engine/timeline'
import type { Snapshot } from '../snapshot'
import type { Simulation, VariantDifference } from './answers'
import { type ComparedVariant, compareVariant, cutLists, type Sides } from './compareVariants'
import { type Concerned, concernedBy, type Touched } from './concernedBy'
import {
  describeAffected,
  type FailingBooking,
  failing,
  judge,
  type Overrides,
  type PartsInLine,
  type StandingBooking,
  standingBookings,
} from './judgeBookings'

const MAX_VARIANTS = 100
const MAX_RESOURCES = 200
const MAX_BOOKINGS = 100
const MAX_LISTED = 5000

export interface SimulateQuestion {
  from: InstantInput
  to: InstantInput
  /** Counts days; by default, the tenant's. */
  timeZone?: string
  touched: readonly Touched[]
  /** By default, those that the changes concern. */
  variantIds?: readonly string[]
  resourceIds?: readonly string[]
  channelId?: string | null
  quantity?: number
  durationMinutes?: number
  /** By default, `to`; bookings that start earlier are judged. */
  bookingsTo?: InstantInput
  overrides?: Overrides
}

export interface Compared {
  failing: readonly FailingBooking[]
  finish: (overrides?: Overrides, parts?: PartsInLine) => Simulation
}

/**
 * Snapshots must include inactive records.
 * @throws RangeError for an id on neither side
 */
export function compareSides(before: Snapshot, after: Snapshot, question: SimulateQuestion): Compared {
  const { touched, variantIds } = question
  const range: Range = { from: toMillis(question.from), to: toMillis(question.to) }
  const sides: Sides = {
    before: new IndexedSnapshot(before),
    after: new IndexedSnapshot(after),
    timeslotIds: new Set(before.timeslots?.map(({ id }) => id)),
  }
  const channelId = question.channelId ?? sides.after.records.tenant.defaultChannelId ?? null
  const concerned = concernedBy(touched, sides.before, sides.after, channelId)
  const isForAll = touched.some(({ entityType }) => entityType === 'tenants' || entityType === 'channels')
  const differing = (id: string) => (isForAll || concerned.changedVariantIds.has(id) ? null : concerned.resourceIds)
  const asked = variantIds ?? inCatalogOrder(sides, concerned.variantIds)
  const compared = asked
    .slice(0, MAX_VARIANTS)
    .map(id => compareVariant(sides, id, { ...question, differing: differing(id) }, range))
  const answered = variantIds ? compared : compared.filter(({ difference }) => isDifferent(difference))
  const resourceIds = question.resourceIds ?? idsOf(sides, 'resources', concerned.resourceIds).slice(0, MAX_RESOURCES)
  const days = localDays(zoneOf(question.timeZone ?? before.tenant.timeZone), range)
  const resources = resourceIds.map(id => compareOpenHours(sides, id, channelId, days))
  const { variants, isCut } = cutLists(
    answered.map(({ difference }) => difference),
    MAX_LISTED,
  )
  const bookings = bookingsConcerned(sides, concerned, toMillis(question.bookingsTo ?? range.to))
  const found = bookings.flatMap(booking => failing(sides, booking) ?? [])
  return {
    failing: found,
    finish: (overrides, parts) => ({
      unchangedVariantCount: compared.length - answered.length,
      unaskedVariantCount: asked.length - compared.length,
      isTruncated: isCut,
      variants,
      resources,
      days: sumDays(days, resources, answered),
      bookings: {
        judgedCount: bookings.length,
        ...describeAll(sides.after, found, { overrides, parts }),
      },
    }),
  }
}

export function simulate(before: Snapshot, after: Snapshot, question: SimulateQuestion): Simulation {
  return compareSides(before, after, question).finish(question.overrides)
}

interface Range {
  readonly from: number
  readonly to: number
}

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

/** By day; undefined for an inactive or missing resource. */
function openMinutes(
  side: IndexedSnapshot,
  resourceId: string,
  channelId: string | null,
  days: readonly Day[],
): number[] | undefined {
  const [first, last] = [days[0], days.at(-1)]
  const resource = side.resources.get(resourceId)
  if (!first || !last || !resource || resource.isActive === false) return undefined
  const { open } = openHours(side, resource, first.from, last.to, channelId)
  const { starts, ends } = withoutBusy(side, resource, open)
  return days.map(
    ({ from, to }) =>
      starts.reduce((sum, start, i) => sum + Math.max(0, Math.min(ends[i] as number, to) - Math.max(start, from)), 0) /
      MINUTE,
  )
}

function sumDays(
  days: readonly Day[],
  resources: Simulation['resources'],
  variants: readonly ComparedVariant[],
): Simulation['days'] {
  const before = countByDay(
    days,
    variants.flatMap(({ startsBefore }) => startsBefore),
  )
  const after = countByDay(
    days,
    variants.flatMap(({ startsAfter }) => startsAfter),
  )
  return days.map(({ date, lengthMinutes }, index) => {
    const open = (name: 'openMinutesBefore' | 'openMinutesAfter') =>
      resources.reduce((sum, one) => sum + (one.days[index]?.[name] ?? 0), 0)
    return {
      date,
      dayLengthMinutes: lengthMinutes,
      openMinutesBefore: open('openMinutesBefore'),
      openMinutesAfter: open('openMinutesAfter'),
      slotCountBefore: before[index] ?? 0,
      slotCountAfter: after[index] ?? 0,
    }
  })
}

function countByDay(days: readonly Day[], starts: readonly number[]): number[] {
  const counts = days.map(() => 0)
  let day = 0
  for (const start of starts) {
    // Starts are sorted only within a variant.
    if (start < (days[day]?.from ?? Number.POSITIVE_INFINITY)) day = 0
    while (start >= (days[day]?.to ?? Number.POSITIVE_INFINITY)) day++
    if (start >= (days[day]?.from ?? Number.POSITIVE_INFINITY)) counts[day] = (counts[day] ?? 0) + 1
  }
  return counts
}

function bookingsConcerned(
  { before }: Sides,
  { resourceIds, changedVariantIds, channelIds }: Concerned,
  until: number,
): StandingBooking[] {
  return standingBookings(before).filter(
    ({ first, start, resourceIds: own }) =>
      start < until &&
      (changedVariantIds.has(first.variantId) ||
        channelIds.has(first.channelId ?? '') ||
        own.some(id => resourceIds.has(id))),
  )
}

function describeAll(
  snapshot: IndexedSnapshot,
  found: readonly FailingBooking[],
  { overrides, parts }: { overrides: Overrides | undefined; parts: PartsInLine | undefined },
): Omit<Simulation['bookings'], 'judgedCount'> {
  const affected = found.flatMap(one => judge(one, overrides) ?? [])
  const isNew = affected.filter(one => one.isNew)
  const stranded = isNew.filter(({ severity }) => severity === 'stranded')
  const irregular = isNew.filter(({ severity }) => severity === 'irregular')
  return {
    strandedCount: stranded.length,
    irregularCount: irregular.length,
    alreadyOutsideCount: affected.length - isNew.length,
    items: describeAffected(snapshot, [...stranded, ...irregular].slice(0, MAX_BOOKINGS), parts),
  }
}
