import { formatInstant } from '../../declare'
import { toMillis } from '../../resources/instants'
import type { CheckEntry, Slot } from '../answers'
import { CHECK_CODES, type CheckCode } from '../checks/checkCodes'
import { isRequestCode } from '../checks/requestChecks'
import { AvailabilityQuery, resolveCandidate } from '../engine/AvailabilityQuery'
import { check } from '../engine/check'
import { explain, isRefusal } from '../engine/explain'
import { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { nearest } from '../engine/next'
import { type ResolvedRequest, requestedMinutes, resolveRequest } from '../engine/resolveRequest'
import type { SpanMinutes } from '../load/spans'
import type { AllocationInput } from '../snapshot'
import { keepsPlace, type PartInLine } from '../visits/apart'
import type { AffectedBooking, Severity } from './answers'

/** Null for checks of the moment of booking. */
const SEVERITY: Readonly<Record<CheckCode, Severity | null>> = {
  no_active_resource: 'stranded',
  outside_schedule: 'stranded',
  outside_opening_hours: 'stranded',
  blackout: 'stranded',
  external_busy: 'stranded',
  no_timeslot: 'stranded',
  timeslot_closed: 'stranded',
  timeslot_full: 'stranded',
  resource_busy: 'stranded',
  capacity_exceeded: 'stranded',
  related_resource_busy: 'stranded',
  tenant_inactive: 'irregular',
  item_inactive: 'irregular',
  variant_inactive: 'irregular',
  channel_inactive: 'irregular',
  channel_not_selling: 'irregular',
  quantity_out_of_range: 'irregular',
  duration_mismatch: 'irregular',
  duration_out_of_range: 'irregular',
  start_not_on_grid: 'irregular',
  limit_reached: 'irregular',
  gap_too_small: 'irregular',
  customer_limit_reached: 'irregular',
  in_past: null,
  notice_too_short: null,
  too_far_ahead: null,
  customer_blocked: null,
  visit_apart: null,
}

export interface StandingBooking {
  readonly first: AllocationInput
  readonly status: AffectedBooking['status']
  readonly resourceIds: readonly string[]
  /** Of resources that it does not take throughout. */
  readonly spans: ReadonlyMap<string, SpanMinutes>
  readonly start: number
  readonly end: number
}

const isStanding = (status: AllocationInput['status']): status is AffectedBooking['status'] =>
  status === 'held' || status === 'pending' || status === 'confirmed'

/** Held, pending and confirmed, not ended, by start. */
export function standingBookings({ records, now }: IndexedSnapshot): StandingBooking[] {
  const found = new Map<string, StandingBooking & { resourceIds: string[]; spans: Map<string, SpanMinutes> }>()
  for (const allocation of records.allocations ?? []) {
    const { bookingId, resourceId, status, holdExpiresAt, spanMinutes } = allocation
    const known = found.get(bookingId)
    if (known) {
      known.resourceIds.push(resourceId)
      if (spanMinutes) known.spans.set(resourceId, spanMinutes)
      continue
    }
    const hasLapsed = status === 'held' && (holdExpiresAt == null || toMillis(holdExpiresAt) <= now)
    const end = toMillis(allocation.endsAt)
    if (!isStanding(status) || hasLapsed || end <= now) continue
    const start = toMillis(allocation.startsAt)
    const spans = new Map(spanMinutes ? [[resourceId, spanMinutes]] : [])
    found.set(bookingId, { first: allocation, status, resourceIds: [resourceId], spans, start, end })
  }
  return [...found.values()].sort((a, b) => a.start - b.start || (a.first.bookingId < b.first.bookingId ? -1 : 1))
}

/** Codes that do not count again, by booking id. */
export type Overrides = ReadonlyMap<string, readonly string[]>

export type PartsInLine = ReadonlyMap<string, PartInLine>
const NO_PARTS: PartsInLine = new Map()

export interface JudgedBooking {
  readonly booking: StandingBooking
  readonly reasons: readonly CheckEntry[]
  readonly severity: Severity
  readonly isNew: boolean
}

export interface FailingBooking {
  readonly booking: StandingBooking
  readonly reasons: readonly CheckEntry[]
  readonly known: ReadonlySet<string>
}

export function failing(
  { before, after }: { before: IndexedSnapshot; after: IndexedSnapshot },
  booking: StandingBooking,
): FailingBooking | null {
  const reasons = failingChecks(after, booking)
  if (reasons.length === 0) return null
  const known = new Set(before === after ? [] : failingChecks(before, booking).map(({ code }) => code))
  return { booking, reasons, known }
}

export function judge({ booking, known, ...rest }: FailingBooking, overrides?: Overrides): JudgedBooking | null {
  const setAside = overrides?.get(booking.first.bookingId) ?? []
  const reasons = rest.reasons.filter(({ code }) => !setAside.includes(code))
  const severity = severityOf(reasons)
  if (!severity) return null
  const newSeverity = severityOf(reasons.filter(({ code }) => !known.has(code)))
  return { booking, reasons, severity: newSeverity ?? severity, isNew: newSeverity !== null }
}

/** On all its resources, ignoring itself. */
export function failingChecks(snapshot: IndexedSnapshot, booking: StandingBooking): CheckEntry[] {
  if (!isVariantThere(snapshot, booking)) return []
  const query = new AvailabilityQuery(asItself(snapshot, booking))
  const candidate = { startsAt: booking.start, endsAt: booking.end }
  const { start, end, horizon } = resolveCandidate(query, candidate)
  if (query.evaluate(start, end, horizon).failure < 0) return []
  return explain(query, candidate).checks.filter(entry => isRefusal(entry) && SEVERITY[entry.code] !== null)
}

function severityOf(reasons: readonly CheckEntry[]): Severity | null {
  if (reasons.length === 0) return null
  return reasons.some(({ code }) => SEVERITY[code] === 'stranded') ? 'stranded' : 'irregular'
}

/** Alternatives for each, and one plan that moves all. */
export function describeAffected(
  snapshot: IndexedSnapshot,
  judged: readonly JudgedBooking[],
  parts = NO_PARTS,
): AffectedBooking[] {
  const planned = new IndexedSnapshot(snapshot.records)
  return judged.map(one => ({ ...describeOne(snapshot, one, parts), move: takeNearest(planned, one.booking, parts) }))
}

/** A visit's part keeps its place. */
export function nearestTo(snapshot: IndexedSnapshot, booking: StandingBooking, parts = NO_PARTS): Slot | null {
  return nearestOf(new AvailabilityQuery(resolveBooking(snapshot, booking)), booking, parts)
}

function nearestOf(query: AvailabilityQuery, { first, start }: StandingBooking, parts: PartsInLine): Slot | null {
  const part = parts.get(first.bookingId)
  const accepts = part && ((from: number, until: number) => keepsPlace(part, from, until))
  return nearest(query, start, 1, accepts)[0] ?? null
}

/** The old time stays taken: any subset of moves works. */
function takeNearest(planned: IndexedSnapshot, booking: StandingBooking, parts: PartsInLine): AffectedBooking['move'] {
  const query = new AvailabilityQuery(resolveBooking(planned, booking))
  const slot = nearestOf(query, booking, parts)
  if (!slot) return null
  const { startsAt, endsAt, allocations, timeslotId } = check(query, slot)
  const bookingId = `move of ${booking.first.bookingId}`
  planned.take(
    allocations.map(one => ({
      ...booking.first,
      spanMinutes: null,
      ...one,
      bookingId,
      startsAt,
      endsAt,
      timeslotId,
      status: 'confirmed',
    })),
  )
  return { startsAt, endsAt, resourceIds: allocations.map(({ resourceId }) => resourceId) }
}

function describeOne(
  snapshot: IndexedSnapshot,
  { booking, ...judged }: JudgedBooking,
  parts: PartsInLine,
): Omit<AffectedBooking, 'move'> {
  const { first, resourceIds, start, end } = booking
  const query = new AvailabilityQuery(resolveBooking(snapshot, booking))
  const { item, variant } = query.request
  return {
    bookingId: first.bookingId,
    status: booking.status,
    startsAt: formatInstant(start),
    endsAt: formatInstant(end),
    quantity: first.quantity,
    variantId: first.variantId,
    variantName: variant.name,
    title: `${item.name} · ${variant.name}`,
    customerId: first.customerId ?? null,
    resourceIds,
    ...judged,
    reasons: [...judged.reasons],
    sameTimeResourceIds: freeAtSameTime(query, booking),
    nearest: nearestOf(query, booking, parts),
  }
}

function asItself(snapshot: IndexedSnapshot, booking: StandingBooking): ResolvedRequest {
  const { first, resourceIds, spans, start, end } = booking
  const request = resolveBooking(snapshot, booking)
  return {
    ...request,
    // All resources must take it, even if the variant needs one.
    variant: { ...request.variant, resourceSelection: 'all', capacityMode: first.capacityMode },
    resources: request.resources.filter(({ id }) => resourceIds.includes(id)),
    pinned: new Set(resourceIds),
    buffers: { beforeMinutes: first.bufferBeforeMinutes ?? 0, afterMinutes: first.bufferAfterMinutes ?? 0 },
    phased: { phases: [], length: end - start, headLength: end - start, spansOf: ({ id }) => spans.get(id) },
  }
}

/** A snapshot may lack a booked variant. */
function isVariantThere({ records }: IndexedSnapshot, { first }: StandingBooking): boolean {
  return records.variants.some(({ id }) => id === first.variantId)
}

function resolveBooking(snapshot: IndexedSnapshot, { first, start, end }: StandingBooking): ResolvedRequest {
  const { bookingId, variantId, channelId = null, customerId, quantity } = first
  const request = resolveRequest(snapshot, {
    variantId,
    channelId,
    quantity,
    durationMinutes: requestedMinutes(snapshot, variantId, start, end),
    excludeBookingId: bookingId,
  })
  return { ...request, customer: customerId ? { id: customerId } : undefined }
}

function freeAtSameTime(query: AvailabilityQuery, { start, end, resourceIds }: StandingBooking): string[] {
  const { failure } = query.evaluate(start, end, query.request.snapshot.horizon(start, end))
  const code = CHECK_CODES[failure]
  if (code && isRequestCode(code)) return []
  return query.resourceQueries
    .filter(one => one.failure < 0 && !resourceIds.includes(one.resource.id))
    .map(({ resource }) => resource.id)
}
