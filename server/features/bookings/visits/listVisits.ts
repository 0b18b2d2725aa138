import { sql } from 'kysely'
import { formatInstant, type Moment, millisOf, param } from '../../../../src/declare'
import { visits } from '../../../../src/resources/visits'
import { type Condition, defineList } from '../../../serve'
import { requireKnownOrder } from '../../caller'
import { takes } from '../bookingColumns'
import type { MemberRequest, ReadingRequest } from '../bookingScope'
import { ofVisit, visitScope } from './visitColumns'

const params = {
  status: param('choices', 'That have one of these statuses', visits.fields.status.options.values),
  variantId: param('ids', 'With a part of one of these variants'),
  resourceId: param('ids', 'With a part that takes one of these resources'),
  from: param('moment', 'With a part that starts at or after this'),
  to: param('moment', 'With a part that starts before this'),
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
