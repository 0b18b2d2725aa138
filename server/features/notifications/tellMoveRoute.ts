import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { notifications } from '../../../src/resources/notifications'
import { findRecord } from '../../crud/read'
import { scopeOf } from '../../crud/routes'
import { implement } from '../../http/implement'
import { refusal } from '../../http/problem'
import { mailQueue } from '../../mails/settings'
import { findBooking } from '../bookings/bookingScope'
import { notificationsHooks } from './notificationsHooks'
import { stateKeys } from './rows'

const standing: ReadonlySet<string> = new Set(['pending', 'confirmed'])

/** Mails a customer that their booking was moved, once, when nobody told them as it was done. */
export const tellMoveRoute = implement(calls.notifications.tellMove, request =>
  request.write(async unit => {
    const { db } = unit
    const { id, tenantId, customerId, status } = await findBooking(db, request, request.params.id, { lock: true })
    if (!customerId || !standing.has(status)) throw refusal('wrong_status', 'refusal.notMoved')
    // What else is due to the mail, such as an address, is judged when it is sent.
    const { rows } = await sql<{ id: string }>`
      insert into notifications (tenant_id, key, audience, recipient, locale, due_at, booking_id, customer_id, event_id,
        sequence, starts_at, previous_starts_at)
      select bookings.tenant_id, 'booking_moved', 'customer', customers.email, coalesce(customers.locale, tenants.locale),
        now(), bookings.id, customers.id, moved.id, moved.sequence, bookings.starts_at,
        nullif(coalesce(told.starts_at, (moved.previous->>'startsAt')::timestamptz), bookings.starts_at)
      from bookings
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
      and (told.sequence is null or told.sequence < moved.sequence)
      returning id`.execute(db)
    const [mail] = rows
    if (!mail) throw refusal('wrong_status', 'refusal.notMoved')
    unit.due.add(mailQueue)
    return findRecord(db, scopeOf(notifications, notificationsHooks, request), mail.id)
  }),
)
