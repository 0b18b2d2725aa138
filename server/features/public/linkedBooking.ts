import type { Transaction } from '../../serve'
import { type BookingRecord, findBooking } from '../bookings/bookingScope'
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
  return findBooking(db, visit, id, options)
}
