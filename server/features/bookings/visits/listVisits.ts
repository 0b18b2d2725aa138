import { sql } from 'kysely'
import { choicesParam, formatInstant, idsParam, type Moment, millisOf, momentParam } from '../../../../src/declare'
import { visits } from '../../../../src/resources/visits'
import { type Condition, defineList } from '../../../serve'
import { requireKnownOrder } from '../../caller'
import { takes } from '../bookingColumns'
import type { MemberRequest, ReadingRequest } from '../bookingScope'
import { ofVisit, visitScope } from './visitColumns'

const params = {
  status: choicesParam('That have one of these statuses', visits.fields.status.options.values),
  variantId: idsParam('With a part of one of these variants'),
  resourceId: idsParam('With a part that takes one of these resources'),
  from: momentParam('With a part that starts at or after this'),
  to: momentParam('With a part that starts before this'),
}

interface VisitQuery {
  status?: string[]
  variantId?: string[]
  resourceId?: string[]
  from?: Moment
  to?: Moment
  q?: string
}

const conditions = (request: MemberRequest, query: VisitQuery): Condition[] => {
  const { status, variantId, resourceId, from, to, q } = query
  const { timeZone } = request.caller.tenant
  const within = [
    ...(from ? [sql`bookings.starts_at >= ${formatInstant(millisOf(from, timeZone))}`] : []),
    ...(to ? [sql`bookings.starts_at < ${formatInstant(millisOf(to, timeZone))}`] : []),
    ...(variantId ? [sql`bookings.variant_id = any(${variantId})`] : []),
    ...(resourceId ? [takes(sql`resources.id = any(${resourceId})`)] : []),
  ]
  const pattern = q && `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return [
    ...(status ? [sql<boolean>`${visitScope(request).hooks.computed?.status} = any(${status})`] : []),
    ...(within.length > 0 ? [sql<boolean>`exists (select ${ofVisit} and ${sql.join(within, sql` and `)})`] : []),
    ...(pattern
      ? [
          sql<boolean>`(visits.reference ilike ${pattern} or exists (select ${ofVisit} and bookings.reference ilike ${pattern}))`,
        ]
      : []),
  ]
}

export const visitList = defineList(visits, { scope: visitScope, params, replaces: ['q'], conditions })

export const listVisits = async (request: ReadingRequest, query: Readonly<Record<string, unknown>>) => {
  requireKnownOrder(request, query)
  const { records, total } = await visitList.page(request, query)
  return { status: 200 as const, body: records, headers: { 'X-Total-Count': String(total) } }
}
