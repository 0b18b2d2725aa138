import { sql } from 'kysely'
import { asReadBy, formatInstant, MINUTE, type Moment, millisOf, param } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { type Condition, column, contains, defineList, type MemberCaller, type Transaction } from '../../serve'
import { lacksScope, requireKnownOrder } from '../caller'
import { takes } from './bookingColumns'
import { answeredBooking, bookingScope, hasStatus, type MemberRequest, type ReadingRequest } from './bookingScope'
import { firstCountedAt, leadTime, localHour, localWeekday } from './measured'

const weekdays = { min: 1, max: 7 }
const hours = { min: 0, max: 23 }
const mostMinutes = 2_147_483_647
const leadParam = (description: string) =>
  param('integer', description, { min: -mostMinutes, max: mostMinutes, absent: undefined })

const params = {
  from: param('moment', 'That start at or after this'),
  to: param('moment', 'That start before this'),
  resourceId: param('ids', 'That take one of these resources'),
  resourceTypeId: param('ids', 'That take a resource of one of these types'),
  seriesId: param('ids', 'Of one of these series'),
  visitId: param('ids', 'Of one of these visits'),
  externalId: { ...param('text', 'The one with this external id', { max: 120 }), role: 'staff' as const },
  previousStatus: param('choices', 'That had one of these statuses before', ['held', 'pending', 'confirmed']),
  startWeekday: param('integers', 'That start on one of these weekdays (1 is Monday), in the tenant’s zone', weekdays),
  startHour: param('integers', 'That start in one of these hours of the day, in the tenant’s zone', hours),
  leadMinutesFrom: leadParam('That were made this many minutes before their start, or more'),
  leadMinutesTo: leadParam('That were made less than this many minutes before their start'),
  customerFirstFrom: param('moment', 'Of customers whose first booking ever starts at or after this'),
  customerFirstTo: param('moment', 'Of customers whose first booking ever starts before this'),
  overlapFrom: param('moment', 'That end after this'),
  overlapTo: param('moment', 'That start before this'),
}

type ListQuery = {
  from?: Moment
  to?: Moment
  resourceId?: string[]
  resourceTypeId?: string[]
  seriesId?: string[]
  visitId?: string[]
  externalId?: string
  status?: string[]
  q?: string
  previousStatus?: string[]
  startWeekday?: number[]
  startHour?: number[]
  leadMinutesFrom?: number
  leadMinutesTo?: number
  customerFirstFrom?: Moment
  customerFirstTo?: Moment
  overlapFrom?: Moment
  overlapTo?: Moment
}

/** Looks customers up once, not per booking. */
const matches = (caller: MemberCaller, text: string): Condition => {
  const { tenant, role } = caller
  const byReference = sql<boolean>`(${contains(sql`bookings.reference`, text)} or bookings.visit_id in (
    select visits.id from visits where visits.tenant_id = ${tenant.id} and ${contains(sql`visits.reference`, text)}))`
  if (lacksScope(caller, 'customers.read')) return byReference
  const names = asReadBy(customers, role).list.search ?? []
  const ofCustomer = names.map(name => contains(column(customers, name), text))
  return sql`(${byReference} or bookings.customer_id in (
    select customers.id from customers where customers.tenant_id = ${tenant.id} and (${sql.join(ofCustomer, sql` or `)})))`
}

const ownConditions = {
  resourceId: ids => takes(sql`resources.id = any(${ids})`),
  resourceTypeId: ids => takes(sql`resources.resource_type_id = any(${ids})`),
  seriesId: ids => sql`bookings.series_id = any(${ids})`,
  visitId: ids => sql`bookings.visit_id = any(${ids})`,
  externalId: id => sql`lower(bookings.external_id) = lower(${id})`,
  status: (statuses, request) => hasStatus(request, statuses),
  q: (text, { caller }) => matches(caller, text),
  from: (moment, request) => sql`bookings.starts_at >= ${instantOf(moment, request)}`,
  to: (moment, request) => sql`bookings.starts_at < ${instantOf(moment, request)}`,
  overlapFrom: (moment, request) => sql`bookings.ends_at > ${instantOf(moment, request)}`,
  overlapTo: (moment, request) => sql`bookings.starts_at < ${instantOf(moment, request)}`,
  previousStatus: statuses => sql`bookings.previous_status = any(${statuses})`,
  startWeekday: (days, { caller }) => sql`${localWeekday(caller.tenant)} = any(${days})`,
  startHour: (hours, { caller }) => sql`${localHour(caller.tenant)} = any(${hours})`,
  leadMinutesFrom: minutes => sql`${leadTime} >= ${minutes * MINUTE}`,
  leadMinutesTo: minutes => sql`${leadTime} < ${minutes * MINUTE}`,
  customerFirstFrom: (moment, request) => sql`${firstCountedAt} >= ${instantOf(moment, request)}`,
  customerFirstTo: (moment, request) => sql`${firstCountedAt} < ${instantOf(moment, request)}`,
} satisfies {
  [K in keyof ListQuery]-?: (value: NonNullable<ListQuery[K]>, request: MemberRequest) => Condition
}

const instantOf = (moment: Moment, { caller }: MemberRequest): string =>
  formatInstant(millisOf(moment, caller.tenant.timeZone))

type OwnCondition = (value: unknown, request: MemberRequest) => Condition

const conditions = (request: MemberRequest, query: Readonly<Record<string, unknown>>): Condition[] =>
  Object.entries(ownConditions).flatMap(([name, conditionOf]) => {
    const value = query[name]
    return value === undefined || value === '' ? [] : [(conditionOf as OwnCondition)(value, request)]
  })

export const bookingList = defineList(bookings, {
  scope: (request: MemberRequest) => bookingScope(request),
  params,
  replaces: ['status', 'q'],
  conditions,
})

export const listBookings = async (
  request: ReadingRequest,
  query: Readonly<Record<string, unknown>>,
  narrower: readonly Condition[] = [],
) => {
  requireKnownOrder(request, query)
  const { records, total } = await bookingList.page(request, query, bookingScope(request, narrower))
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
  return bookingList.ids(db, request, query, limit)
}
