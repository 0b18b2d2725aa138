import { sql } from 'kysely'
import { choiceParam, formatInstant, idsParam, type Moment, millisOf, momentParam } from '../../../../src/declare'
import { bookingSeries } from '../../../../src/resources/bookingSeries'
import { type Condition, listConditions, listQueryParams, listRecords } from '../../../serve'
import { takes } from '../bookingColumns'
import type { ReadingRequest } from '../bookingScope'
import { ofSeries, seriesScope } from './seriesColumns'

export const seriesListParams = {
  ...listQueryParams(bookingSeries, {}),
  status: choiceParam('Whether anything of it is to come', ['active', 'ended', 'cancelled'] as const),
  resourceId: idsParam('That take one of these resources'),
  from: momentParam('With an occurrence that ends after this'),
  to: momentParam('With an occurrence that starts before this'),
}

type SeriesQuery = { status?: string; resourceId?: string[]; from?: Moment; to?: Moment }

export const listSeries = async (request: ReadingRequest, query: Readonly<Record<string, unknown>>) => {
  const { status, resourceId, from, to, ...rest } = query as SeriesQuery & Record<string, unknown>
  const { timeZone } = request.caller.tenant
  const scope = seriesScope(request)
  const within = [
    ...(from ? [sql`bookings.ends_at > ${formatInstant(millisOf(from, timeZone))}`] : []),
    ...(to ? [sql`bookings.starts_at < ${formatInstant(millisOf(to, timeZone))}`] : []),
    ...(resourceId ? [takes(sql`resources.id = any(${resourceId})`)] : []),
  ]
  const conditions: Condition[] = [
    ...(status ? [sql<boolean>`${scope.hooks.computed?.status} = ${status}`] : []),
    ...(within.length > 0 ? [sql<boolean>`exists (select ${ofSeries} and ${sql.join(within, sql` and `)})`] : []),
    ...listConditions(scope, rest),
  ]
  const { records, total } = await listRecords(request.read, scope, query, conditions)
  return { status: 200 as const, body: records, headers: { 'X-Total-Count': String(total) } }
}
