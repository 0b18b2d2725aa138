import { sql } from 'kysely'
import { formatInstant, type Moment, millisOf, param } from '../../../../src/declare'
import { bookingSeries } from '../../../../src/resources/bookingSeries'
import { type Condition, defineList } from '../../../serve'
import { takes } from '../bookingColumns'
import type { MemberRequest, ReadingRequest } from '../bookingScope'
import { ofSeries, seriesScope } from './seriesColumns'

const params = {
  status: param('choice', 'Whether anything of it is to come', ['active', 'ended', 'cancelled'] as const),
  resourceId: param('ids', 'That take one of these resources'),
  from: param('moment', 'With an occurrence that ends after this'),
  to: param('moment', 'With an occurrence that starts before this'),
}

interface SeriesQuery {
  status?: string
  resourceId?: string[]
  from?: Moment
  to?: Moment
}

const conditions = (request: MemberRequest, { status, resourceId, from, to }: SeriesQuery): Condition[] => {
  const { timeZone } = request.caller.tenant
  const within = [
    ...(from ? [sql`bookings.ends_at > ${formatInstant(millisOf(from, timeZone))}`] : []),
    ...(to ? [sql`bookings.starts_at < ${formatInstant(millisOf(to, timeZone))}`] : []),
    ...(resourceId ? [takes(sql`resources.id = any(${resourceId})`)] : []),
  ]
  return [
    ...(status ? [sql<boolean>`${seriesScope(request).hooks.computed?.status} = ${status}`] : []),
    ...(within.length > 0 ? [sql<boolean>`exists (select ${ofSeries} and ${sql.join(within, sql` and `)})`] : []),
  ]
}

export const seriesList = defineList(bookingSeries, { scope: seriesScope, params, conditions })

export const listSeries = async (request: ReadingRequest, query: Readonly<Record<string, unknown>>) => {
  const { records, total } = await seriesList.page(request, query)
  return { status: 200 as const, body: records, headers: { 'X-Total-Count': String(total) } }
}
