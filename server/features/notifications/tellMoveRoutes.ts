import { type RawBuilder, sql } from 'kysely'
import { calls } from '../../../src/calls'
import type { Booking } from '../../../src/resources/bookings'
import { notifications } from '../../../src/resources/notifications'
import { findRecord, implement, refusal, scopeOf } from '../../serve'
import { findBooking } from '../bookings/bookingScope'
import { isExpected } from './decideMail'
import { notificationsHooks } from './notificationsHooks'
import { mailQueue, stateKeys } from './rows'

const isCountedOn = ({ customerId, status }: Pick<Booking, 'customerId' | 'status'>): boolean =>
  customerId !== null && isExpected(status)

const untold = (tenantId: string, id: string): RawBuilder<unknown> => sql`bookings
  join tenants on tenants.id = bookings.tenant_id
  join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
  cross join lateral (
    select id, sequence, previous from events where events.tenant_id = bookings.tenant_id
    and events.subject_id = bookings.id and events.type in ('booking.rescheduled', 'booking.reassigned')
    order by sequence desc limit 1
  ) as moved
  left join lateral (
    select sequence, starts_at from notifications as mail where mail.tenant_id = bookings.tenant_id
    and mail.booking_id = bookings.id and mail.customer_id = bookings.customer_id and mail.key = any(${stateKeys})
    and mail.status in ('queued', 'sent') order by sequence desc limit 1
  ) as told on true
  where bookings.tenant_id = ${tenantId} and bookings.id = ${id}
  and (told.sequence is null or told.sequence < moved.sequence)`

const untoldMove = implement(calls.notifications.untoldMove, request =>
  request.read(async db => {
    const booking = await findBooking(db, request, request.params.id)
    if (!isCountedOn(booking)) return { isUntold: false, email: null }
    const { rows } = await sql<{ email: string | null }>`
      select customers.email from ${untold(booking.tenantId, booking.id)}`.execute(db)
    return { isUntold: rows.length > 0, email: rows[0]?.email ?? null }
  }),
)

const tellMove = implement(calls.notifications.tellMove, request =>
  request.write(async unit => {
    const { db } = unit
    const booking = await findBooking(db, request, request.params.id, { lock: true })
    if (!isCountedOn(booking)) throw refusal('wrong_status', 'refusal.notMoved')
    // Sending checks other conditions.
    const { rows } = await sql<{ id: string }>`
      insert into notifications (tenant_id, key, audience, recipient, locale, due_at, booking_id, customer_id, event_id,
        sequence, starts_at, previous_starts_at)
      select bookings.tenant_id, 'booking_moved', 'customer', customers.email, coalesce(customers.locale, tenants.locale),
        now(), bookings.id, customers.id, moved.id, moved.sequence, bookings.starts_at,
        nullif(coalesce(told.starts_at, (moved.previous->>'startsAt')::timestamptz), bookings.starts_at)
      from ${untold(booking.tenantId, booking.id)}
      returning id`.execute(db)
    const [mail] = rows
    if (!mail) throw refusal('wrong_status', 'refusal.notMoved')
    unit.due.add(mailQueue)
    return findRecord(db, scopeOf(notifications, notificationsHooks, request), mail.id)
  }),
)

export const tellMoveRoutes = [untoldMove, tellMove]
