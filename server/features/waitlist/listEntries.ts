import { sql } from 'kysely'
import { asReadBy, formatInstant, type Moment, millisOf, param } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { type Condition, column, contains, defineList, type MemberCaller } from '../../serve'
import type { MemberRequest, ReadingRequest } from '../bookings/bookingScope'
import { lacksScope, requireKnownOrder } from '../caller'
import { entriesHooks, entryScope, statusSql, toEntry } from './entryScope'

const params = {
  from: param('moment', 'Who want a time that ends after this'),
  to: param('moment', 'Who want a time that begins before this'),
  variantId: param('ids', 'Who wait for one of these variants'),
  resourceId: param('ids', 'Who may get one of these resources'),
}

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

const conditions = (request: MemberRequest, query: ListQuery): Condition[] => {
  const { from, to, variantId, resourceId, status, q } = query
  const { timeZone } = request.caller.tenant
  const [start, end] = [from, to].map(moment => (moment ? millisOf(moment, timeZone) : null))
  return [
    ...(from || to ? [wants(start ?? null, end ?? null)] : []),
    ...(variantId ? [sql<boolean>`waitlist_entries.variant_id = any(${variantId})`] : []),
    ...(resourceId ? [mayGet(resourceId)] : []),
    ...(status ? [sql<boolean>`${statusSql(request.services.now())} = any(${status})`] : []),
    ...(q ? [matches(request.caller, q)] : []),
  ]
}

export const entryList = defineList(waitlistEntries, {
  scope: entryScope,
  hooks: entriesHooks,
  params,
  replaces: ['status', 'q'],
  conditions,
})

export const listEntries = async (request: ReadingRequest, query: Readonly<Record<string, unknown>>) => {
  requireKnownOrder(request, query)
  const { records, total } = await entryList.page(request, query)
  return {
    status: 200 as const,
    body: records.map(record => toEntry(record, request.services.now())),
    headers: { 'X-Total-Count': String(total) },
  }
}
