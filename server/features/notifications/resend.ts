import { sql } from 'kysely'
import { notifications } from '../../../src/resources/notifications'
import { type ActionsOf, findRecord, noteAction, refusal } from '../../serve'
import { decideMail } from './decideMail'
import { readBookings, readCustomers, readTenant } from './facts'
import { readVisits } from './mailVisits'
import { findMail, mailQueue } from './rows'

/** @throws Problem `wrong_status` if it is outdated or must not be sent */
export const resend: ActionsOf<typeof notifications>['resend'] = async ({ unit, scope, request, record }) => {
  const { db } = unit
  const tenantId = request.caller.tenant.id
  const parts = await findMail(db, tenantId, record.id)
  const [mail] = parts
  if (!mail || mail.isFixed) throw refusal('wrong_status', 'refusal.notificationChanged')
  const bookings = await readBookings(
    db,
    tenantId,
    parts.flatMap(({ bookingId }) => bookingId ?? []),
  )
  const customers = await readCustomers(db, tenantId, mail.customerId ? [mail.customerId] : [])
  const customer = customers.get(mail.customerId ?? '')
  // The address may have been corrected.
  const recipient = mail.key === 'hold_link' || mail.audience === 'staff' ? mail.recipient : (customer?.email ?? null)
  const now = request.services.now()
  const visitIds = [...bookings.values()].flatMap(({ visitId }) => visitId ?? [])
  const visits = await readVisits(db, tenantId, { ids: visitIds, now })
  const shared = { tenant: await readTenant(db, tenantId), customer, now, visits }
  const standing = parts.filter(
    part => !decideMail({ ...part, recipient }, { ...shared, booking: bookings.get(part.bookingId ?? '') }),
  )
  if (standing.length === 0) throw refusal('wrong_status', 'refusal.notificationChanged')
  let sentId: string | null = null
  for (const part of standing) {
    const { rows } = await sql<{ id: string }>`
      insert into notifications (tenant_id, key, audience, recipient, locale, due_at, booking_id, customer_id, user_id,
        event_id, sequence, starts_at, previous_starts_at, reminder_minutes, resent_from_id, carried_by)
      select tenant_id, key, audience, ${recipient}, locale, now(), booking_id, customer_id, user_id, event_id, sequence,
        starts_at, previous_starts_at, reminder_minutes, id, ${sentId}::uuid
      from notifications where tenant_id = ${tenantId} and id = ${part.id} returning id`.execute(db)
    sentId ??= String(rows[0]?.id)
  }
  noteAction(unit, { action: 'resent', resource: notifications, record, label: mail.key })
  unit.due.add(mailQueue)
  return findRecord(db, scope, String(sentId))
}
