import { formatInstant, MINUTE } from '../../../src/declare'
import type { WaitlistEntry } from '../../../src/resources/waitlistEntries'
import { readSetupState, type SetupState } from '../availability/loadSetup'
import { placeQuestion } from '../bookings/allocationRequest'
import { type BookingRecord, requireOwn } from '../bookings/bookingScope'
import { decideAllocation, loadPlace } from '../bookings/checkAllocation'
import { insertBooking } from '../bookings/createBooking'
import { loadOffer, totalFor } from '../bookings/offer'
import { tellCustomer } from '../notifications/tellCustomer'
import { type EntryRecord, type LockedEntry, saveEntry } from './entryScope'

export interface Place {
  startsAt: number
  endsAt: number | null
  resourceIds: readonly string[]
}

interface Terms extends Place {
  minutes?: number | null
  override: boolean
  reason: string | null
  madeBy: string | null
  notify: boolean
}

/** Not after the start, unless that is past. */
export const offerEnd = (now: number, minutes: number, startsAt: number): string => {
  const end = now + minutes * MINUTE
  return formatInstant(startsAt > now ? Math.min(end, startsAt) : end)
}

const lengthOf = ({ durationMinutes }: WaitlistEntry): number => (durationMinutes ?? 0) * MINUTE

/** @throws SlotUnavailable */
export const makeOffer = async (
  entry: LockedEntry,
  { startsAt, endsAt, resourceIds, minutes, override, reason, madeBy, notify }: Terms,
  known?: SetupState,
): Promise<EntryRecord> => {
  const { unit, request, now: waiting } = entry
  const { db } = unit
  const tenantId = request.caller.tenant.id
  const now = request.services.now()
  const { variantId, channelId, customerId, quantity } = waiting
  const state = known ?? (await readSetupState(db, tenantId, customerId))
  const terms = await loadOffer(db, tenantId, variantId, state)
  const end = endsAt ?? (terms.durationType === 'flexible' ? startsAt + lengthOf(waiting) : null)
  const question = placeQuestion({
    ...{ tenantId, variantId, channelId: channelId ?? terms.defaultChannelId, customerId, startsAt, endsAt: end },
    ...{ quantity, resourceIds, exceptBookingId: undefined, now },
  })
  const place = await loadPlace(db, question, { lock: true, state })
  const { setup } = place
  const result = decideAllocation(place, question, { override })
  const taken = result.allocations.map(one => one.resourceId)
  if (madeBy) requireOwn(request, taken)
  const holdExpiresAt = offerEnd(now, minutes ?? terms.offerMinutes, startsAt)
  const total = totalFor(terms, result, quantity)
  if (notify) tellCustomer(db, state.newId, { what: 'offer' })
  const booking: BookingRecord = await insertBooking(unit, request, {
    ...{ state, offer: terms, setup, question, result, quantity, total, holdExpiresAt, reason },
    status: 'held',
    createdBy: madeBy,
    answers: {},
    values: {
      paymentStatus: total.amount > 0 ? 'unpaid' : 'not_required',
      notes: waiting.notes,
      internalNotes: waiting.internalNotes,
      waitlistEntryId: waiting.id,
    },
  })
  const offer = {
    ...{ bookingId: booking.id, startsAt: booking.startsAt, endsAt: booking.endsAt, resourceIds: taken },
    ...{ offeredAt: formatInstant(now), expiresAt: holdExpiresAt, outcome: 'open' as const, isManual: madeBy !== null },
  }
  return saveEntry(entry, {
    status: 'offered',
    bookingId: booking.id,
    offerExpiresAt: holdExpiresAt,
    offeredStartsAt: booking.startsAt,
    offeredEndsAt: booking.endsAt,
    passedOverCount: 0,
    offers: [...waiting.offers, offer],
  })
}
