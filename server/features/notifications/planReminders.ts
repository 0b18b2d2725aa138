import { sql } from 'kysely'
import type { Services } from '../../serve'

const horizon = sql`interval '48 hours'`

/**
 * One reminder each, for a visit by its first part. None for a time before the booking was made or moved, or before the
 * setting was.
 */
const planOf = (database: Services['database'], tenantId: string): Promise<unknown> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    await sql`
      delete from notifications using tenants where tenants.id = ${tenantId} and notifications.tenant_id = tenants.id
      and notifications.status = 'queued' and notifications.leased_until is null and notifications.reminder_minutes is not null
      and not notifications.reminder_minutes = any(tenants.reminder_minutes)`.execute(db)
    await sql`
      insert into notifications (tenant_id, key, audience, recipient, locale, due_at, booking_id, customer_id, starts_at,
        reminder_minutes, is_strangers)
      select bookings.tenant_id, 'booking_reminder', 'customer', customers.email,
        coalesce(customers.locale, tenants.locale), reminders.due_at, bookings.id, customers.id, bookings.starts_at,
        reminders.minutes, bookings.source = 'public'
      from tenants cross join unnest(tenants.reminder_minutes) as offsets (minutes)
      join bookings on bookings.tenant_id = tenants.id and bookings.status = 'confirmed' and bookings.sends_reminders
        and bookings.starts_at > now()
        and bookings.starts_at <= now() + ${horizon} + make_interval(mins => offsets.minutes)
      cross join lateral (
        select offsets.minutes, bookings.starts_at - make_interval(mins => offsets.minutes) as due_at
      ) as reminders
      join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
      where tenants.id = ${tenantId} and tenants.is_active and not 'booking_reminder' = any(tenants.notifications_off)
      and customers.email is not null and not customers.mail_opt_out and customers.anonymized_at is null
      and not exists (select from bookings as earlier where earlier.tenant_id = bookings.tenant_id
        and earlier.visit_id = bookings.visit_id and earlier.status in ('pending', 'confirmed', 'completed', 'no_show')
        and (earlier.starts_at, earlier.visit_index) < (bookings.starts_at, bookings.visit_index))
      and reminders.due_at >= greatest(bookings.reminders_from, tenants.reminders_from)
      on conflict do nothing`.execute(db)
  })

/** docs/domain.md#notifications */
export const planReminders = async (database: Services['database']): Promise<void> => {
  const { rows } = await database.run({ as: 'platform' }, db =>
    sql<{ id: string }>`select id from tenants where is_active`.execute(db),
  )
  for (const { id } of rows) await planOf(database, id)
}
