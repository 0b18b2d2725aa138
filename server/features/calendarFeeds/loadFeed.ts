import { type RawBuilder, sql } from 'kysely'
import { DAY, formatInstant } from '../../../src/declare'
import type { CalendarFeed } from '../../../src/resources/calendarFeeds'
import type { Transaction } from '../../serve'
import { setupVersion } from '../availability/loadSetup'
import type { FedBooking } from './feedText'

const mostEvents = 5_000

type Feed = Pick<
  CalendarFeed,
  | 'name'
  | 'scope'
  | 'resourceIds'
  | 'resourceTypeIds'
  | 'includesCustomerNames'
  | 'includesPending'
  | 'pastDays'
  | 'futureDays'
  | 'cancelledDays'
> & { ownResourceId: string | null }

const findFeed = async (db: Transaction, tenantId: string, feedId: string): Promise<Feed | undefined> => {
  const { rows } = await sql<Feed>`
    select feeds.name, feeds.scope, feeds.includes_customer_names, feeds.includes_pending,
      feeds.past_days, feeds.future_days, feeds.cancelled_days, members.resource_id as own_resource_id,
      array(select target_id from calendar_feeds_resource_ids where tenant_id = feeds.tenant_id and owner_id = feeds.id)
        as resource_ids,
      array(select target_id from calendar_feeds_resource_type_ids where tenant_id = feeds.tenant_id and owner_id = feeds.id)
        as resource_type_ids
    from calendar_feeds as feeds
    left join memberships as members on members.tenant_id = feeds.tenant_id and members.id = feeds.membership_id
    left join users on users.id = members.user_id
    where feeds.tenant_id = ${tenantId} and feeds.id = ${feedId} and feeds.is_active
    and (feeds.scope <> 'member' or members.is_active and users.is_active and members.role <> 'viewer')`.execute(db)
  return rows[0]
}

const concerned = ({ scope, resourceIds, resourceTypeIds, ownResourceId }: Feed): RawBuilder<boolean> | null => {
  if (scope === 'tenant') return null
  if (scope === 'resource_type') return sql`resources.resource_type_id = any(${resourceTypeIds})`
  return sql`resources.id = any(${scope === 'resource' ? resourceIds : ownResourceId ? [ownResourceId] : []})`
}

const shown = (feed: Feed, tenantId: string, now: number): RawBuilder<unknown> => {
  const { pastDays, futureDays, cancelledDays, includesPending } = feed
  const at = (days: number) => formatInstant(now + days * DAY)
  const where = concerned(feed)
  return sql`
    bookings.tenant_id = ${tenantId} and bookings.ends_at > ${at(-pastDays)} and bookings.starts_at < ${at(futureDays)}
    and (bookings.status in ('confirmed', 'completed', 'no_show') or bookings.status = 'pending' and ${includesPending}::boolean
      or bookings.status in ('cancelled', 'declined')
      and coalesce(bookings.cancelled_at, bookings.updated_at) > ${at(-cancelledDays)})
    ${
      where
        ? sql`and exists (select from allocations join resources
            on resources.tenant_id = allocations.tenant_id and resources.id = allocations.resource_id
            where allocations.tenant_id = ${tenantId} and allocations.booking_id = bookings.id and ${where})`
        : sql``
    }`
}

const fingerprintOf = async (db: Transaction, tenantId: string, feed: Feed, now: number): Promise<string> => {
  const customers = feed.includesCustomerNames
    ? sql`left join customers on customers.tenant_id = ${tenantId} and customers.id = bookings.customer_id`
    : sql``
  const named = feed.includesCustomerNames ? sql`, customers.version` : sql``
  const { rows } = await sql<{ count: number; state: string }>`
    select count(*)::int as count, concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', bookings.id, bookings.version ${named}), 0)),
      ${setupVersion(tenantId)}) as state
    from bookings ${customers} where ${shown(feed, tenantId, now)}`.execute(db)
  const { count = 0, state } = rows[0] ?? {}
  // The time decides which of too many bookings are nearest.
  return `${JSON.stringify(feed)} ${state} ${count > mostEvents ? now : ''}`
}

const loadBookings = async (db: Transaction, tenantId: string, feed: Feed, now: number): Promise<FedBooking[]> => {
  const taken = sql`from allocations join resources
    on resources.tenant_id = allocations.tenant_id and resources.id = allocations.resource_id
    where allocations.tenant_id = ${tenantId} and allocations.booking_id = near.id`
  const customerName = sql`(select customers.name from customers where customers.tenant_id = ${tenantId}
    and customers.id = near.customer_id and customers.anonymized_at is null)`
  const { rows } = await sql<FedBooking>`
    with near as (
      select bookings.* from bookings where ${shown(feed, tenantId, now)}
      order by abs(extract(epoch from bookings.starts_at - ${formatInstant(now)}::timestamptz)), bookings.id limit ${mostEvents}
    )
    select near.id, coalesce(visits.reference, near.reference) as reference, near.quantity, near.status, near.ical_sequence, near.starts_at, near.ends_at, near.updated_at,
      items.name || ' · ' || variants.name as title,
      ${feed.includesCustomerNames ? customerName : sql`null::text`} as customer_name,
      (select string_agg(resources.name, ', ' order by resources.sort_order, resources.name, resources.id) ${taken}) as location
    from near
    join variants on variants.tenant_id = ${tenantId} and variants.id = near.variant_id
    join catalog_items as items on items.tenant_id = ${tenantId} and items.id = variants.catalog_item_id
    left join visits on visits.tenant_id = ${tenantId} and visits.id = near.visit_id
    order by near.starts_at, near.id`.execute(db)
  return rows
}

export interface LoadedFeed {
  name: string
  fingerprint: string
  bookings: FedBooking[] | null
}

export const loadFeed = async (
  db: Transaction,
  { tenantId, feedId, now }: { tenantId: string; feedId: string; now: number },
  isKnown: (fingerprint: string) => boolean,
): Promise<LoadedFeed | undefined> => {
  const feed = await findFeed(db, tenantId, feedId)
  if (!feed) return undefined
  const fingerprint = await fingerprintOf(db, tenantId, feed, now)
  const bookings = isKnown(fingerprint) ? null : await loadBookings(db, tenantId, feed, now)
  return { name: feed.name, fingerprint, bookings }
}
