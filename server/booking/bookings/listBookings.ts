import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import type { Transaction } from '../../db/database'
import { idsParam, listQueryParams, listRecords } from '../../http/crud/list'
import type { Condition } from '../../http/crud/scope'
import { isUuid } from '../../http/identity/caller'
import type { QueryParam } from '../../http/queryParams'
import { type Moment, millisOf, momentParam } from '../momentParam'
import { answeredBooking, bookingScope, hasStatus, type MemberRequest, takes } from './bookingScope'

/** Ids, repeated or separated by commas. */
const someIds = (description: string): QueryParam<string[] | undefined> => ({ ...idsParam, description })

/** Every query parameter of the list: paging and the declared filters, and those that look beyond the booking itself. */
export const bookingListParams = {
  ...listQueryParams(bookings, {}),
  from: momentParam('That start at or after this'),
  to: momentParam('That start before this'),
  resourceId: someIds('That take one of these resources'),
  resourceTypeId: someIds('That take a resource of one of these types'),
}

type ListQuery = {
  from?: Moment
  to?: Moment
  resourceId?: string[]
  resourceTypeId?: string[]
  status?: string[]
  q?: string
}

const iso = (millis: number): string => new Date(millis).toISOString()

/** Reference, or name, e-mail address or number of the customer: looked up once, and not for each booking. */
const matches = (tenantId: string, text: string): Condition => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(bookings.reference ilike ${pattern} or bookings.customer_id in (
    select customers.id from customers where customers.tenant_id = ${tenantId}
    and (customers.name ilike ${pattern} or customers.email ilike ${pattern} or customers.phone ilike ${pattern})))`
}

/** Splits a query into the conditions that only bookings know, and what any list understands. */
const split = (
  request: MemberRequest,
  query: Readonly<Record<string, unknown>>,
): { conditions: Condition[]; rest: Record<string, unknown> } => {
  const { from, to, resourceId, resourceTypeId, status, q, ...rest } = query as ListQuery & Record<string, unknown>
  const { timeZone } = request.caller.tenant
  const conditions: Condition[] = []
  if (from) conditions.push(sql`bookings.starts_at >= ${iso(millisOf(from, timeZone))}`)
  if (to) conditions.push(sql`bookings.starts_at < ${iso(millisOf(to, timeZone))}`)
  if (resourceId) conditions.push(takes(sql`resources.id = any(${resourceId.filter(isUuid)})`))
  if (resourceTypeId) conditions.push(takes(sql`resources.resource_type_id = any(${resourceTypeId.filter(isUuid)})`))
  if (status) conditions.push(hasStatus(request, status))
  if (q) conditions.push(matches(request.caller.tenant.id, q))
  return { conditions, rest }
}

/**
 * One page of the bookings that a query asks for.
 * @param query as `bookingListParams` reads it
 */
export const listBookings = async (
  db: Transaction,
  request: MemberRequest,
  query: Readonly<Record<string, unknown>>,
  narrower: readonly Condition[] = [],
) => {
  const { conditions, rest } = split(request, query)
  const { records, total } = await listRecords(db, bookingScope(request, [...narrower, ...conditions]), rest)
  return {
    status: 200 as const,
    body: records.map(record => answeredBooking(request, record)),
    headers: { 'X-Total-Count': String(total) },
  }
}
