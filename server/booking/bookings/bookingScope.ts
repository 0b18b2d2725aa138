import { sql } from 'kysely'
import { type Booking, bookings } from '../../../src/resources/bookings'
import { statusAt } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { findRecord } from '../../http/crud/read'
import { scopeOf } from '../../http/crud/routes'
import { all, type Condition, type Scope } from '../../http/crud/scope'
import type { MemberCaller } from '../../http/identity/caller'
import { refusal } from '../../http/problem'
import type { Services } from '../../http/services'
import { bookingsBehaviour } from './bookingsBehaviour'

/** Of a request of a member, what everything here needs. */
export interface MemberRequest {
  caller: MemberCaller
  services: Services
  params: unknown
}

/** Bookings that take a resource with this condition. */
export const takes = (condition: Condition): Condition => sql`exists (
  select from allocations join resources
    on resources.tenant_id = allocations.tenant_id and resources.id = allocations.resource_id
  where allocations.tenant_id = bookings.tenant_id and allocations.booking_id = bookings.id and ${condition})`

/** The bookings that a request may be about; `conditions` narrow them further. */
export const bookingScope = (request: MemberRequest, conditions: readonly Condition[] = []): Scope => {
  const { ownResourceId } = request.caller
  const own = ownResourceId ? [takes(sql`resources.id = ${ownResourceId}`)] : []
  return scopeOf(bookings, { ...bookingsBehaviour, visible: () => all([...own, ...conditions]) }, request)
}

/**
 * Keeps staff to their own calendar where their tenant wants that.
 * @throws Problem `forbidden`
 */
export const requireOwn = ({ caller }: MemberRequest, resourceIds: readonly string[]): void => {
  if (!caller.ownResourceId || resourceIds.includes(caller.ownResourceId)) return
  throw refusal('forbidden', 'refusal.ownCalendar')
}

export type BookingRecord = Booking & ApiRecord

/** A booking as it is stored, but for holds that ran out. */
const toBooking = (record: ApiRecord, now: number): BookingRecord => {
  const booking = record as unknown as BookingRecord
  return { ...booking, status: statusAt(booking, now) as Booking['status'] }
}

/** A record as the API answers it: what went by says so. */
export const answeredBooking = ({ caller, services }: MemberRequest, record: ApiRecord): BookingRecord => {
  const booking = toBooking(record, services.now())
  const isOver = booking.status === 'confirmed' && Date.parse(booking.endsAt) <= services.now()
  return isOver && caller.tenant.autoComplete ? { ...booking, status: 'completed' } : booking
}

/** @throws Problem `not_found` */
export const findBooking = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
  options: { lock?: boolean } = {},
): Promise<BookingRecord> => toBooking(await findRecord(db, bookingScope(request), id, options), request.services.now())

/** Bookings that are answered with one of these statuses. */
export const hasStatus = ({ caller, services }: MemberRequest, statuses: readonly string[]): Condition => {
  const now = new Date(services.now()).toISOString()
  const ranOut = sql`bookings.hold_expires_at <= ${now}`
  const isOver = sql`bookings.ends_at <= ${now}`
  const { autoComplete } = caller.tenant
  const moving = autoComplete ? ['held', 'confirmed'] : ['held']
  const plain = statuses.filter(status => !moving.includes(status))
  const is = (status: string) => statuses.includes(status)
  const ways = [
    sql`bookings.status = any(${plain})`,
    ...(is('held') ? [sql`bookings.status = 'held' and not ${ranOut}`] : []),
    ...(is('expired') ? [sql`bookings.status = 'held' and ${ranOut}`] : []),
    ...(autoComplete && is('confirmed') ? [sql`bookings.status = 'confirmed' and not ${isOver}`] : []),
    ...(autoComplete && is('completed') ? [sql`bookings.status = 'confirmed' and ${isOver}`] : []),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}
