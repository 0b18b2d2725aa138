import { sql } from 'kysely'
import { asReadBy, formatInstant, idsParam, type Moment, millisOf, momentParam } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import {
  type Condition,
  column,
  contains,
  countTabs,
  listConditions,
  listQueryParams,
  listRecords,
  type MemberCaller,
  narrowed,
  type Transaction,
} from '../../serve'
import type { MemberRequest, ReadingRequest } from '../bookings/bookingScope'
import { lacksScope, requireKnownOrder } from '../caller'
import { entriesHooks, entryScope, statusSql, toEntry } from './entryScope'

export const entryListParams = {
  ...listQueryParams(waitlistEntries, entriesHooks),
  from: momentParam('Who want a time that ends after this'),
  to: momentParam('Who want a time that begins before this'),
  variantId: idsParam('Who wait for one of these variants'),
  resourceId: idsParam('Who may get one of these resources'),
}

type Query = Readonly<Record<string, unknown>>
interface ListQuery {
  from?: Moment
  to?: Moment
  variantId?: string[]
  resourceId?: string[]
  status?: string[]
  q?: string
}

const matches = (caller: MemberCaller, text: string): Condition => {
  const { tenant, role } = caller
  if (lacksScope(caller, 'customers.read')) return sql`false`
  const names = asReadBy(customers, role).list.search ?? []
  const ofCustomer = names.map(name => contains(column(customers, name), text))
  return sql`waitlist_entries.customer_id in (
    select customers.id from customers where customers.tenant_id = ${tenant.id} and (${sql.join(ofCustomer, sql` or `)}))`
}

const mayGet = (resourceIds: readonly string[]): Condition => sql`exists (
  select from variant_resources as link where link.tenant_id = waitlist_entries.tenant_id
  and link.owner_id = waitlist_entries.variant_id and link.target_id = any(${resourceIds})
  and (not waitlist_entries.only_preferred or exists (
    select from waitlist_entries_preferred_resource_ids as liked where liked.tenant_id = link.tenant_id
    and liked.owner_id = waitlist_entries.id and liked.target_id = link.target_id)))`

const wants = (from: number | null, to: number | null): Condition =>
  sql`waitlist_entries.wanted && tstzmultirange(tstzrange(${from === null ? null : formatInstant(from)}::timestamptz,
    ${to === null ? null : formatInstant(to)}::timestamptz))`

const conditionsOf = (request: MemberRequest, query: Query): Condition[] => {
  const { from, to, variantId, resourceId, status, q, ...rest } = query as ListQuery & Query
  const { timeZone } = request.caller.tenant
  const [start, end] = [from, to].map(moment => (moment ? millisOf(moment, timeZone) : null))
  return [
    ...(from || to ? [wants(start ?? null, end ?? null)] : []),
    ...(variantId ? [sql<boolean>`waitlist_entries.variant_id = any(${variantId})`] : []),
    ...(resourceId ? [mayGet(resourceId)] : []),
    ...(status ? [sql<boolean>`${statusSql(request.services.now())} = any(${status})`] : []),
    ...(q ? [matches(request.caller, q)] : []),
    ...listConditions(entryScope(request), rest),
  ]
}

const narrowing = (request: MemberRequest) => ({
  resource: waitlistEntries,
  params: entryListParams,
  conditionsOf: (query: Query) => conditionsOf(request, query),
  caller: request.caller,
  services: request.services,
})

export const countEntries = (db: Transaction, request: MemberRequest, query: Query) =>
  countTabs(db, entryScope(request), query, narrowing(request))

export const listEntries = async (request: ReadingRequest, query: Query) => {
  requireKnownOrder(request, query)
  const conditions = narrowed(query, narrowing(request))
  const { records, total } = await listRecords(request.read, entryScope(request), query, conditions)
  return {
    status: 200 as const,
    body: records.map(record => toEntry(record, request.services.now())),
    headers: { 'X-Total-Count': String(total) },
  }
}
