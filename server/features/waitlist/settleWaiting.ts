import { sql } from 'kysely'
import { concluded } from '../../../src/resources/waitlistActions'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import type { Transaction, UnitOfWork } from '../../serve'
import { alsoTell, type BookingRecord, type MemberRequest } from '../bookings/bookingScope'
import { lockEntry, saveEntry } from './entryScope'
import { endHold } from './offerOutcome'

type Booked = Pick<BookingRecord, 'variantId' | 'customerId'>

/** Unlocked: check the entries again under their lock. */
export const waitingOf = async (
  db: Transaction,
  { caller }: MemberRequest,
  { variantId, customerId }: Booked,
): Promise<string[]> => {
  if (!customerId) return []
  const { rows } = await sql<{ id: string }>`
    select id from waitlist_entries where tenant_id = ${caller.tenant.id} and customer_id = ${customerId}
    and variant_id = ${variantId} and status in ('waiting', 'offered') order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export const settleEach = async (
  unit: UnitOfWork,
  request: MemberRequest,
  bookings: readonly BookingRecord[],
): Promise<void> => {
  const waiting = await Promise.all(bookings.map(one => waitingOf(unit.db, request, one)))
  for (const [index, one] of bookings.entries()) await settleWaiting(unit, request, one, waiting[index])
}

/**
 * Ends entries that a new booking satisfies (docs/domain.md#waitlist). A visitor's booking ends none: the visitor may
 * have typed somebody else's address.
 * @param ids from `waitingOf`, if known
 */
export const settleWaiting = async (
  unit: UnitOfWork,
  request: MemberRequest,
  booking: BookingRecord,
  ids?: readonly string[],
): Promise<void> => {
  if (request.caller.visitor) return
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return
  const { startsAt, endsAt, quantity, resourceIds } = booking
  for (const id of ids ?? (await waitingOf(unit.db, request, booking))) {
    const entry = await lockEntry(unit, request, id, { isAnyones: true })
    const { status, windows, offers, onlyPreferred, preferredResourceIds, ...wanted } = entry.now
    if ((status !== 'waiting' && status !== 'offered') || wanted.quantity > quantity) continue
    if (onlyPreferred && !preferredResourceIds.some(one => resourceIds.includes(one))) continue
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
    if (!windows.some(one => Date.parse(one.startsAt) <= start && end <= Date.parse(one.endsAt))) continue
    await endHold(entry, { by: 'system', reason: null })
    await saveEntry(entry, {
      status: 'converted',
      bookingId: booking.id,
      offerExpiresAt: null,
      offeredStartsAt: startsAt,
      offeredEndsAt: endsAt,
      offers: concluded(offers, 'withdrawn'),
    })
    alsoTell(request, waitlistEntries.name, id)
  }
}
