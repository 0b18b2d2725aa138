import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from '../../http/crud/behaviour'

const own = (figure: RawBuilder<unknown>, statuses: readonly string[]): RawBuilder<unknown> => sql`(
  select ${figure} from bookings where bookings.tenant_id = customers.tenant_id and bookings.customer_id = customers.id
  and bookings.status in (${sql.join(statuses.map(status => sql.lit(status)))}))`

/** Neither holds nor what was called off. */
const counted = ['pending', 'confirmed', 'completed', 'no_show']

/** Customers beyond their declaration: what they have booked (domain §2.13). */
export const customersBehaviour: Behaviour = {
  computed: {
    bookingCount: own(sql`count(*)`, counted),
    noShowCount: own(sql`count(*)`, ['no_show']),
    lastBookingAt: own(sql`max(bookings.starts_at)`, counted),
  },
}
