import { sql } from 'kysely'
import type { Transaction } from '../../serve'
import { type BookingRecord, findBooking, isGone } from '../bookings/bookingScope'
import { bookingOfToken, type LinkKind } from './links'
import { noPage, type Visit } from './visitor'

export const linkedBooking = async (
  db: Transaction,
  visit: Visit,
  { kind, token }: { kind: LinkKind; token: string },
  options: { lock?: boolean } = {},
): Promise<BookingRecord> => {
  const id = await bookingOfToken(db, visit.tenant.id, { kind, token, now: visit.services.now() })
  if (!id) throw noPage()
  const booking = await findBooking(db, visit, id, options)
  const left = kind === 'hold' && isGone(booking) ? await standingBeside(db, booking) : null
  return left ? findBooking(db, visit, left, options) : booking
}

/** If staff cancel a part of a visit, its link opens the first one still held, or else confirmed. */
const standingBeside = async (db: Transaction, { tenantId, visitId }: BookingRecord): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where tenant_id = ${tenantId} and visit_id = ${visitId}
    and status not in ('cancelled', 'declined') order by (status = 'held') desc, visit_index limit 1`.execute(db)
  return rows[0]?.id ?? null
}
