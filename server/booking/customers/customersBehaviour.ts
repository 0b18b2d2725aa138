import { type RawBuilder, sql } from 'kysely'
import type { Behaviour, Figures } from '../../http/crud/behaviour'

/** A figure over a customer's bookings, and over which of them. */
interface Figure {
  value: RawBuilder<unknown>
  statuses: RawBuilder<unknown>
  absent: RawBuilder<unknown>
}

/** Neither holds nor what was called off. */
const counted = sql`('pending', 'confirmed', 'completed', 'no_show')`
const figures: Readonly<Record<string, Figure>> = {
  bookingCount: { value: sql`count(*)`, statuses: counted, absent: sql`0` },
  noShowCount: { value: sql`count(*)`, statuses: sql`('no_show')`, absent: sql`0` },
  lastBookingAt: { value: sql`max(bookings.starts_at)`, statuses: counted, absent: sql`null` },
}

const ofOne = ({ value, statuses }: Figure): RawBuilder<unknown> => sql`(
  select ${value} from bookings where bookings.tenant_id = customers.tenant_id and bookings.customer_id = customers.id
  and bookings.status in ${statuses})`

const ofAll = ({ value, statuses, absent }: Figure): Figures => ({
  rows: tenantId => sql`select customer_id as key, ${value} as value from bookings
    where tenant_id = ${tenantId} and status in ${statuses} group by customer_id`,
  absent,
})

const each = <T>(make: (figure: Figure) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, make(figure)]))

/** Customers beyond their declaration: what they have booked (domain §2.13). */
export const customersBehaviour: Behaviour = { computed: each(ofOne), figures: each(ofAll) }
