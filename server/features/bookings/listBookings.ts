import { sql } from 'kysely'
import { idsParam, type Moment, millisOf, momentParam, textParam } from '../../../src/contract'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { asReadBy } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { column } from '../../crud/columns'
import { listConditions, listIds, listQueryParams, listRecords } from '../../crud/list'
import type { Condition } from '../../crud/scope'
import { countTabs, narrowed } from '../../crud/tabs'
import type { Transaction } from '../../db/database'
import type { MemberCaller } from '../../http/identity/caller'
import { lacksScope, requireKnownOrder } from '../caller'
import { answeredBooking, bookingScope, hasStatus, type MemberRequest, type ReadingRequest } from './bookingScope'
import { takes } from './bookingsHooks'

export const bookingListParams = {
  ...listQueryParams(bookings, {}),
  from: momentParam('That start at or after this'),
  to: momentParam('That start before this'),
  resourceId: idsParam('That take one of these resources'),
  resourceTypeId: idsParam('That take a resource of one of these types'),
  seriesId: idsParam('Of one of these series'),
  externalId: { ...textParam('The one with this external id', { max: 120 }), role: 'staff' as const },
}

type ListQuery = {
  from?: Moment
  to?: Moment
  resourceId?: string[]
  resourceTypeId?: string[]
  seriesId?: string[]
  externalId?: string
  status?: string[]
  q?: string
}

/** By reference, or customer fields that the caller may read. Customers are looked up once, not per booking. */
const matches = (caller: MemberCaller, text: string): Condition => {
  const { tenant, role } = caller
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  if (lacksScope(caller, 'customers.read')) return sql`bookings.reference ilike ${pattern}`
  const names = asReadBy(customers, role).list.search ?? []
  const ofCustomer = names.map(name => sql`${column(customers, name)} ilike ${pattern}`)
  return sql`(bookings.reference ilike ${pattern} or bookings.customer_id in (
    select customers.id from customers where customers.tenant_id = ${tenant.id} and (${sql.join(ofCustomer, sql` or `)})))`
}

const split = (
  request: MemberRequest,
  query: Readonly<Record<string, unknown>>,
): { conditions: Condition[]; rest: Record<string, unknown> } => {
  const { from, to, resourceId, resourceTypeId, seriesId, externalId, status, q, ...rest } = query as ListQuery &
    Record<string, unknown>
  const { timeZone } = request.caller.tenant
  const conditions: Condition[] = []
  if (from) conditions.push(sql`bookings.starts_at >= ${formatInstant(millisOf(from, timeZone))}`)
  if (to) conditions.push(sql`bookings.starts_at < ${formatInstant(millisOf(to, timeZone))}`)
  if (resourceId) conditions.push(takes(sql`resources.id = any(${resourceId})`))
  if (resourceTypeId) conditions.push(takes(sql`resources.resource_type_id = any(${resourceTypeId})`))
  if (seriesId) conditions.push(sql`bookings.series_id = any(${seriesId})`)
  if (externalId) conditions.push(sql`lower(bookings.external_id) = lower(${externalId})`)
  if (status) conditions.push(hasStatus(request, status))
  if (q) conditions.push(matches(request.caller, q))
  return { conditions, rest }
}

const narrowing = (request: MemberRequest) => ({
  resource: bookings,
  params: bookingListParams,
  conditionsOf: (query: Readonly<Record<string, unknown>>) => {
    const { conditions, rest } = split(request, query)
    return [...conditions, ...listConditions(bookingScope(request), rest)]
  },
  caller: request.caller,
  services: request.services,
})

export const countBookings = (db: Transaction, request: MemberRequest, query: Readonly<Record<string, unknown>>) =>
  countTabs(db, bookingScope(request), query, narrowing(request))

/** @param query as parsed by `bookingListParams` */
export const listBookings = async (
  request: ReadingRequest,
  query: Readonly<Record<string, unknown>>,
  narrower: readonly Condition[] = [],
) => {
  requireKnownOrder(request, query)
  const conditions = narrowed(query, narrowing(request))
  const { records, total } = await listRecords(request.read, bookingScope(request, narrower), query, conditions)
  return {
    status: 200 as const,
    body: records.map(record => answeredBooking(request, record)),
    headers: { 'X-Total-Count': String(total) },
  }
}

export const listBookingIds = (
  db: Transaction,
  request: MemberRequest,
  query: Readonly<Record<string, unknown>>,
  limit: number,
): Promise<string[]> => {
  requireKnownOrder(request, query)
  return listIds(db, bookingScope(request), query, { narrowing: narrowed(query, narrowing(request)), limit })
}
