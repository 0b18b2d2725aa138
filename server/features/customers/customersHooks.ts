import { sql } from 'kysely'
import type { Caller, Condition, ResourceHooks } from '../../serve'
import { isOwn } from '../bookings/bookingsHooks'

/** Staff with their own calendar see their customers and those without bookings. */
const isKnown = (caller: Caller): Condition | null => {
  const own = isOwn(caller)
  const theirs = sql`from bookings where bookings.tenant_id = customers.tenant_id and bookings.customer_id = customers.id`
  return own && sql`(not exists (select ${theirs}) or exists (select ${theirs} and ${own}))`
}

export const customersHooks: ResourceHooks = { visible: isKnown }
