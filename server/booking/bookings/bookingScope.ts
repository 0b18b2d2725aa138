import { sql } from 'kysely'
import { type Booking, bookings } from '../../../src/resources/bookings'
import { statusAt } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { findRecord } from '../../http/crud/read'
import { scopeOf } from '../../http/crud/routes'
import { all, type Condition, type Scope } from '../../http/crud/scope'
import type { MemberCaller } from '../../http/identity/caller'
import type { Services } from '../../http/services'
import { bookingsBehaviour } from './bookingsBehaviour'

/** Of a request of a member, what everything here needs. */
export interface MemberRequest {
  caller: MemberCaller
  services: Services
  params: unknown
}

/** The bookings that a request may be about; `conditions` narrow them further. */
export const bookingScope = (request: MemberRequest, conditions: readonly Condition[] = []): Scope =>
  scopeOf(bookings, { ...bookingsBehaviour, visible: () => all(conditions) }, request)

/** A record as the API answers it: a hold that ran out says so. */
export const toBooking = (record: ApiRecord, now: number): Booking & ApiRecord => {
  const booking = record as unknown as Booking & ApiRecord
  return { ...booking, status: statusAt(booking, now) as Booking['status'] }
}

/** @throws Problem `not_found` */
export const findBooking = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Booking & ApiRecord> =>
  toBooking(await findRecord(db, bookingScope(request), id, options), request.services.now())

/** Bookings with one of these statuses at a moment. */
export const hasStatus = (statuses: readonly string[], now: number): Condition => {
  const plain = statuses.filter(status => status !== 'held')
  const isOver = sql`bookings.hold_expires_at <= ${new Date(now).toISOString()}`
  const held = sql`bookings.status = 'held'`
  const ways = [
    sql`bookings.status = any(${plain})`,
    ...(statuses.includes('held') ? [sql`${held} and not ${isOver}`] : []),
    ...(statuses.includes('expired') ? [sql`${held} and ${isOver}`] : []),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}
