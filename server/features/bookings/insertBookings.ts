import { formatInstant } from '../../../src/declare'
import type { Booking } from '../../../src/resources/bookings'
import type { CheckResult } from '../../../src/scheduling'
import { insertRecords, type UnitOfWork } from '../../serve'
import type { AllocationRequest } from './allocationRequest'
import { allocateAll } from './allocations'
import { type BookingRecord, bookingScope, type MemberRequest, requireOwn } from './bookingScope'
import { keptColumns, overridesOf, takenBy } from './createBooking'
import { newIds } from './newIds'
import type { Offer } from './offer'
import { newReference } from './reference'

interface PlacedBooking {
  question: AllocationRequest
  result: CheckResult
  offer: Offer
  quantity: number
  status: Booking['status']
  holdExpiresAt: string | null
  total: Booking['total']
  values: Partial<Booking>
  answers: Readonly<Record<string, unknown>>
  columns?: Readonly<Record<string, unknown>>
}

/** @throws SlotUnavailable in the unit's second run */
export const insertBookings = async (
  unit: UnitOfWork,
  request: MemberRequest,
  places: readonly PlacedBooking[],
  reason: string | null,
): Promise<BookingRecord[]> => {
  for (const { result } of places) requireOwn(request, takenBy(result))
  const ids = await newIds(unit.db, places.length)
  const made = places.map((place, position) => ({ ...place, bookingId: ids[position]?.newId ?? '' }))
  await allocateAll(
    unit,
    made.map(({ question, result, offer: { capacityMode }, bookingId, quantity, status, holdExpiresAt }) => ({
      ...{ question, result },
      taker: { bookingId, status, capacityMode, quantity, holdExpiresAt },
    })),
  )
  const rows = made.map(({ question, result, offer, bookingId, quantity, status, holdExpiresAt, total, ...given }) => ({
    values: {
      ...given.values,
      reference: newReference(),
      catalogItemId: offer.catalogItemId,
      variantId: question.variantId,
      startsAt: result.startsAt,
      endsAt: result.endsAt,
      timeZone: result.timeZone,
      statusChangedAt: formatInstant(question.now),
      ...{ quantity, status, holdExpiresAt, total },
      price: offer.price,
      ...keptColumns(result),
    },
    columns: {
      id: bookingId,
      timeslotId: result.timeslotId,
      answers: JSON.stringify(given.answers),
      overrides: JSON.stringify(overridesOf(result, reason)),
      createdBy: request.caller.userId,
      ...given.columns,
    },
  }))
  return (await insertRecords(unit, bookingScope(request), rows)) as BookingRecord[]
}
