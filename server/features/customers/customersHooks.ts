import { type RawBuilder, sql } from 'kysely'
import type { Caller, Condition, Figures, ResourceHooks } from '../../serve'
import { isOwn } from '../bookings/bookingsHooks'

interface Figure {
  value: RawBuilder<unknown>
  statuses: RawBuilder<unknown>
  absent: RawBuilder<unknown>
}

const counted = sql`('pending', 'confirmed', 'completed', 'no_show')`
const figures: Readonly<Record<string, Figure>> = {
  bookingCount: { value: sql`count(*)`, statuses: counted, absent: sql`0` },
  noShowCount: { value: sql`count(*)`, statuses: sql`('no_show')`, absent: sql`0` },
  lastBookingAt: { value: sql`max(bookings.starts_at)`, statuses: counted, absent: sql`null` },
  lastVisitAt: {
    value: sql`max(bookings.starts_at)`,
    statuses: sql`('confirmed', 'completed') and bookings.starts_at <= now()`,
    absent: sql`null`,
  },
  nextVisitAt: {
    value: sql`min(bookings.starts_at)`,
    statuses: sql`('pending', 'confirmed') and bookings.starts_at > now()`,
    absent: sql`null`,
  },
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

/** Staff with their own calendar see their customers and those without bookings. */
const isKnown = (caller: Caller): Condition | null => {
  const own = isOwn(caller)
  const theirs = sql`from bookings where bookings.tenant_id = customers.tenant_id and bookings.customer_id = customers.id`
  return own && sql`(not exists (select ${theirs}) or exists (select ${theirs} and ${own}))`
}

/** Figures: docs/domain.md#customers. */
export const customersHooks: ResourceHooks = {
  visible: isKnown,
  computed: each(ofOne),
  figures: each(ofAll),
}
