import { sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { concluded, type WaitlistOffer, withoutOffer } from '../../../src/resources/waitlistActions'
import { type WaitlistEntry, waitlistEntries } from '../../../src/resources/waitlistEntries'
import type { UnitOfWork } from '../../serve'
import { release } from '../bookings/allocations'
import { alsoTell, type BookingRecord, findBooking, type MemberRequest } from '../bookings/bookingScope'
import { type Held, saveStatus } from '../bookings/changeBooking'
import { beyondOwn } from '../caller'
import { type LockedEntry, lockEntry, saveEntry } from './entryScope'
import { offerAtEnd, reofferFreedTime } from './freedTime'

const entryOf = async (
  unit: UnitOfWork,
  request: MemberRequest,
  booking: BookingRecord,
): Promise<LockedEntry | null> => {
  if (!booking.waitlistEntryId) return null
  alsoTell(request, waitlistEntries.name, booking.waitlistEntryId)
  return lockEntry(unit, request, booking.waitlistEntryId, { isAnyones: true })
}

const isOfferedNow = ({ now }: LockedEntry, { id }: BookingRecord): boolean =>
  now.status === 'offered' && now.bookingId === id

const reoffered = (offers: readonly WaitlistOffer[], change: Partial<WaitlistOffer>): WaitlistOffer[] =>
  offers.map(offer => (offer.outcome === 'open' ? { ...offer, ...change } : offer))

export const goneOnWaiting = ({ now }: LockedEntry, outcome: 'declined' | 'withdrawn'): Partial<WaitlistEntry> => ({
  ...withoutOffer,
  status: 'waiting',
  offers: concluded(now.offers, outcome),
})

/** The place goes to others when the unit of work ends. */
export const endHold = async (
  { unit, request, now: { bookingId } }: LockedEntry,
  { by, reason }: { by: 'staff' | 'customer' | 'system'; reason: string | null },
): Promise<void> => {
  if (!bookingId) return
  const anyones = beyondOwn(request)
  const before = await findBooking(unit.db, anyones, bookingId, { lock: true })
  if (before.status !== 'held') return
  await reofferFreedTime(unit, request, before)
  release(unit, before.tenantId, before.id, 'cancelled')
  await saveStatus({ unit, request: anyones, before }, 'cancelled', {
    previousStatus: 'held',
    cancelledAt: formatInstant(request.services.now()),
    cancelledBy: by,
    cancellationReason: reason,
    icalSequence: before.icalSequence + 1,
  })
  alsoTell(request, bookings.name, bookingId)
}

export const offerAccepted = async ({ unit, request, before }: Held): Promise<void> => {
  const entry = await entryOf(unit, request, before)
  if (!entry || !['waiting', 'offered', 'expired'].includes(entry.now.status)) return
  if (entry.now.status === 'offered' && entry.now.bookingId !== before.id)
    await endHold(entry, { by: 'system', reason: null })
  const offers = entry.now.offers.map(
    (offer): WaitlistOffer =>
      offer.bookingId === before.id
        ? { ...offer, outcome: 'accepted' }
        : { ...offer, outcome: offer.outcome === 'open' ? 'withdrawn' : offer.outcome },
  )
  await saveEntry(entry, {
    status: 'converted',
    bookingId: before.id,
    offerExpiresAt: null,
    offeredStartsAt: before.startsAt,
    offeredEndsAt: before.endsAt,
    offers,
  })
}

export const offerEnded = async ({ unit, request, before }: Held, outcome: 'declined' | 'withdrawn'): Promise<void> => {
  const entry = await entryOf(unit, request, before)
  if (!entry || !isOfferedNow(entry, before)) return
  await saveEntry(entry, goneOnWaiting(entry, outcome))
  await offerAtEnd(unit, request, entry.now)
}

export const offerDeleted = async ({ unit, request, before }: Held): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from waitlist_entries where tenant_id = ${before.tenantId} and booking_id = ${before.id}`.execute(unit.db)
  for (const { id } of rows) {
    alsoTell(request, waitlistEntries.name, id)
    const entry = await lockEntry(unit, request, id, { isAnyones: true })
    if (!isOfferedNow(entry, before)) await saveEntry(entry, { bookingId: null })
    else {
      await saveEntry(entry, goneOnWaiting(entry, 'withdrawn'))
      await offerAtEnd(unit, request, entry.now)
    }
  }
}

/** The offer follows its hold to another time, resource or end. */
export const offerChanged = async ({ unit, request, before }: Held, after: BookingRecord): Promise<void> => {
  const entry = await entryOf(unit, request, before)
  if (!entry || !isOfferedNow(entry, before)) return
  const { startsAt, endsAt, resourceIds, holdExpiresAt } = after
  const expiresAt = holdExpiresAt ?? entry.now.offerExpiresAt
  await saveEntry(entry, {
    offeredStartsAt: startsAt,
    offeredEndsAt: endsAt,
    offerExpiresAt: expiresAt,
    offers: reoffered(entry.now.offers, { startsAt, endsAt, resourceIds, ...(expiresAt && { expiresAt }) }),
  })
}

export const offerRestored = async ({ unit, request, before }: Held, after: BookingRecord): Promise<void> => {
  const entry = await entryOf(unit, request, before)
  if (entry?.now.status !== 'waiting' || !after.holdExpiresAt) return
  const { id, startsAt, endsAt, resourceIds, holdExpiresAt } = after
  const offer: WaitlistOffer = {
    ...{ bookingId: id, startsAt, endsAt, resourceIds, expiresAt: holdExpiresAt },
    ...{ offeredAt: formatInstant(request.services.now()), outcome: 'open', isManual: true },
  }
  await saveEntry(entry, {
    status: 'offered',
    bookingId: id,
    offerExpiresAt: holdExpiresAt,
    offeredStartsAt: startsAt,
    offeredEndsAt: endsAt,
    passedOverCount: 0,
    offers: [...entry.now.offers, offer],
  })
}
