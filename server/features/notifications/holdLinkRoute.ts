import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { notifications } from '../../../src/resources/notifications'
import { findRecord, implement, scopeOf } from '../../serve'
import { findBooking } from '../bookings/bookingScope'
import { notOffered } from '../bookings/requireAction'
import { notificationsHooks } from './notificationsHooks'
import { mailQueue } from './rows'

export const holdLinkRoute = implement(calls.notifications.sendHoldLink, request =>
  request.write(async unit => {
    const { db } = unit
    const { body, params, services } = request
    const booking = await findBooking(db, request, params.id, { lock: true })
    if (booking.status !== 'held') throw notOffered(booking, { name: 'sendHoldLink', isUndo: false }, services.now())
    const { rows } = await sql<{ id: string; status: string }>`
      insert into notifications (tenant_id, key, audience, recipient, locale, status, reason, due_at, booking_id, customer_id,
        starts_at)
      select tenants.id, 'hold_link', 'customer', whom.recipient,
        coalesce(${body.locale}::text, customers.locale, tenants.locale),
        case when whom.recipient is null then 'suppressed' else 'queued' end,
        case when whom.recipient is null then 'no_address' end, now(), ${booking.id}, ${booking.customerId},
        ${booking.startsAt}
      from tenants
      left join customers on customers.tenant_id = tenants.id and customers.id = ${booking.customerId}::uuid
      cross join lateral (select coalesce(${body.email}::text, customers.email) as recipient) as whom
      where tenants.id = ${booking.tenantId} returning id, status`.execute(db)
    unit.due.add(mailQueue)
    return findRecord(db, scopeOf(notifications, notificationsHooks, request), String(rows[0]?.id))
  }),
)
