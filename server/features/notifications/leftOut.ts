import { sql } from 'kysely'
import type { Booking } from '../../../src/resources/bookings'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import type { Transaction } from '../../serve'

const ofNew: ReadonlySet<NotificationKey> = new Set(['booking_confirmed', 'booking_pending'])

interface Part {
  mail: { id: string; key: NotificationKey }
  booking: Booking | undefined
}

/** Sorted starts (ISO 8601) of a new series' future dates without a booking. */
export const leftOutOf = async (db: Transaction, tenantId: string, parts: readonly Part[]): Promise<string[]> => {
  const ids = parts.flatMap(({ mail, booking }) => (ofNew.has(mail.key) && booking?.seriesId ? [mail.id] : []))
  if (ids.length === 0) return []
  const { rows } = await sql<{ startsAt: string }>`
    select distinct date ->> 'startsAt' as starts_at
    from notifications join events on events.id = notifications.event_id and events.previous is null
    join bookings on bookings.tenant_id = notifications.tenant_id and bookings.id = notifications.booking_id
    join booking_series on booking_series.tenant_id = bookings.tenant_id and booking_series.id = bookings.series_id
    cross join lateral jsonb_array_elements(booking_series.dates::jsonb) as date
    where notifications.tenant_id = ${tenantId} and notifications.id = any(${ids})
    and not (date ->> 'isExcluded')::boolean and (date ->> 'startsAt')::timestamptz > now()
    and not exists (select from bookings as made where made.tenant_id = bookings.tenant_id
      and made.series_id = bookings.series_id and made.series_index = (date ->> 'index')::int)
    order by starts_at`.execute(db)
  return rows.map(({ startsAt }) => startsAt)
}
