import { sql } from 'kysely'
import { DAY, MINUTE } from '../../../../src/declare'
import type { Booking } from '../../../../src/resources/bookings'
import { type AllocationInput, type CheckResult, zoneOf } from '../../../../src/scheduling'
import type { ExceptionGroup, Occurrence } from '../../../../src/scheduling/series/answers'
import {
  type JudgedOccurrence,
  judgeSeries,
  type SeriesQuestion,
  type WantedOccurrence,
} from '../../../../src/scheduling/series/judgeSeries'
import { inSlices, type Transaction, type UnitOfWork } from '../../../serve'
import { countsCustomers, type Setup } from '../../availability/loadSetup'
import { snapshotOf } from '../../availability/loadSnapshot'
import { settleWaiting, waitingOf } from '../../waitlist/settleWaiting'
import { type AllocationRequest, placeQuestion } from '../allocationRequest'
import type { BookingRecord, MemberRequest } from '../bookingScope'
import { loadPlaceSetup, possibleResources, requireKnown } from '../checkAllocation'
import { insertBookings } from '../insertBookings'
import { lockPlaces } from '../lockAllocation'
import type { Offer } from '../offer'
import { SlotUnavailable } from '../slotUnavailable'
import { spanMinutes } from '../spans'
import { toReasons } from './seriesState'

export interface SeriesPlace extends SeriesQuestion {
  tenantId: string
  /** Null for other customers' bookings. */
  customerId: string | null
  now: number
}

interface JudgeOptions {
  lock: boolean
  leaving?: readonly string[]
  setup?: Setup | undefined
}

const spanOf = ({ startsAt, endsAt }: WantedOccurrence, place: SeriesPlace, length: number) => {
  const zone = zoneOf(place.timeZone)
  const day = zone.dayOf(startsAt)
  const around = place.onConflict === 'nearest' ? place.nearestWithinDays : 0
  const end = endsAt ?? startsAt + length
  return {
    from: around > 0 ? zone.startOfDay(day - around) : startsAt,
    to: end + (place.onConflict === 'nearest' ? (around + 1) * DAY : 0),
  }
}

/**
 * Locks all places in the order of single bookings (docs/domain.md#preventing-double-booking).
 * @returns checks each occurrence with the earlier ones in their places; needs no connection
 */
export const loadPlaces = async (
  db: Transaction,
  place: SeriesPlace,
  wanted: readonly WantedOccurrence[],
  { lock, leaving = [], setup: given }: JudgeOptions,
): Promise<() => Promise<JudgedOccurrence[]>> => {
  const { tenantId, variantId, channelId, customerId, nearestWithinDays, now } = place
  if (wanted.length === 0) return async () => []
  const loaded = { tenantId, variantId, customerId }
  let setup = given ?? (await loadPlaceSetup(db, loaded))
  const resourceIds = [...new Set(wanted.flatMap(one => one.resourceIds))]
  const endsAt = wanted.every(one => one.endsAt !== null) ? now : null
  const variant = requireKnown(setup, { variantId, channelId, customerId, resourceIds, endsAt })
  const length = (variant.durationMinutes ?? 60) * MINUTE
  if (lock) {
    // Unpinned occurrences may take any resource.
    const isPinned = wanted.every(one => one.resourceIds.length > 0)
    await lockPlaces(db, setup, {
      resourceIds: possibleResources(variant, isPinned ? resourceIds : []),
      customerIds: customerId ? [customerId] : [],
      spans: wanted.map(one => spanOf(one, place, length)),
    })
    if (customerId && countsCustomers(setup)) setup = await loadPlaceSetup(db, loaded)
  }
  const durations = wanted.map(one => (one.endsAt === null ? 0 : Math.ceil((one.endsAt - one.startsAt) / MINUTE)))
  const durationMinutes = Math.max(...durations)
  const snapshot = await snapshotOf(db, tenantId, setup, {
    from: Math.min(...wanted.map(one => one.startsAt)) - (nearestWithinDays + 1) * DAY,
    to: Math.max(...wanted.map(one => one.endsAt ?? one.startsAt + length)) + (nearestWithinDays + 1) * DAY,
    ...(durationMinutes > 0 && { durationMinutes }),
    now,
  })
  const left = new Set(leaving)
  const allocations = snapshot.allocations?.filter(({ bookingId }) => !left.has(bookingId))
  return () => inSlices(judgeSeries({ ...snapshot, ...(allocations && { allocations }) }, place, wanted))
}

export const decideAllocations = async (...asked: Parameters<typeof loadPlaces>): Promise<JudgedOccurrence[]> =>
  (await loadPlaces(...asked))()

export const standingOf = async (
  db: Transaction,
  tenantId: string,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, AllocationInput[]>> => {
  const { rows } = await sql<AllocationInput>`
    select booking_id, resource_id, variant_id, channel_id, customer_id, timeslot_id, starts_at, ends_at,
      buffer_before_minutes, buffer_after_minutes, quantity, capacity_mode, status, hold_expires_at,
      ${spanMinutes} as span_minutes
    from allocations where tenant_id = ${tenantId} and active and booking_id = any(${bookingIds})`.execute(db)
  const found = new Map<string, AllocationInput[]>()
  for (const row of rows) found.set(row.bookingId, [...(found.get(row.bookingId) ?? []), row])
  return found
}

const questionOf = ({ tenantId, variantId, channelId, now }: SeriesPlace, one: WantedOccurrence): AllocationRequest =>
  placeQuestion({
    ...{ tenantId, variantId, channelId, now },
    customerId: one.customerId,
    startsAt: one.startsAt,
    endsAt: one.endsAt,
    quantity: one.quantity,
    resourceIds: one.resourceIds,
    exceptBookingId: one.standing[0]?.bookingId,
  })

/**
 * Requires all occurrences if `onConflict` is `fail`, otherwise at least one.
 * @throws SlotUnavailable
 */
export const requirePlaces = (
  place: SeriesPlace,
  checked: readonly JudgedOccurrence[],
  occurrences: readonly Occurrence[],
): void => {
  const refused = checked.filter(({ booking }) => !booking)
  const [first] = refused
  const mayGoOn = place.onConflict === 'fail' ? refused.length === 0 : refused.length < checked.length
  if (!first || mayGoOn) return
  const indexes = new Set(refused.map(({ wanted }) => wanted.index))
  throw new SlotUnavailable(
    questionOf(place, first.wanted),
    toReasons(first.reasons),
    first.alternativeResourceIds,
    {},
    { occurrences: occurrences.filter(({ index }) => indexes.has(index)) },
  )
}

export interface Accepted {
  wanted: WantedOccurrence
  booking: CheckResult
}

export const acceptedOf = (checked: readonly JudgedOccurrence[]): Accepted[] =>
  checked.flatMap(({ wanted, booking }) => (booking ? [{ wanted, booking }] : []))

export interface SeriesTerms {
  seriesId: string
  offer: Offer
  reason: string | null
  totalOf: (booking: CheckResult, quantity: number) => Booking['total']
  paymentStatusOf: (total: Booking['total']) => Booking['paymentStatus']
  values: Pick<Booking, 'customerId' | 'channelId' | 'notes' | 'internalNotes'> & {
    sendsReminders?: boolean
  }
  answers: Readonly<Record<string, unknown>>
  exceptions?: readonly ExceptionGroup[]
}

export const bookOccurrences = async (
  unit: UnitOfWork,
  request: MemberRequest,
  place: SeriesPlace,
  accepted: readonly Accepted[],
  { offer, values, answers, ...terms }: SeriesTerms,
): Promise<BookingRecord[]> => {
  const booked = await insertBookings(
    unit,
    request,
    accepted.map(({ wanted, booking: result }) => {
      const quantity = wanted.quantity ?? offer.minQuantity
      const total = terms.totalOf(result, quantity)
      return {
        ...{ question: questionOf(place, wanted), result, offer, quantity, total, answers },
        status: result.requiresApproval ? ('pending' as const) : ('confirmed' as const),
        holdExpiresAt: null,
        values: {
          ...values,
          paymentStatus: terms.paymentStatusOf(total),
          seriesId: terms.seriesId,
          seriesIndex: wanted.index,
        },
        columns: { seriesExceptions: terms.exceptions ?? [] },
      }
    }),
    terms.reason,
  )
  const waiting = booked[0] ? await waitingOf(unit.db, request, booked[0]) : []
  for (const one of booked) await settleWaiting(unit, request, one, waiting)
  return booked
}
