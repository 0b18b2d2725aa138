import { sql } from 'kysely'
import { calls } from '../../../../src/calls'
import { membersFrom } from '../../../../src/declare'
import { bookingSeries } from '../../../../src/resources/bookingSeries'
import {
  defineRoute,
  findRecord,
  findRecords,
  implement,
  OtherReply,
  readAuditLog,
  recordReply,
  requireVersion,
} from '../../../serve'
import { historyFor } from '../../caller'
import { wrongInBooking } from '../alsoWrong'
import { type BookingRecord, bookingScope } from '../bookingScope'
import { refuseKey } from '../refuseKey'
import { orAlternatives } from '../slotUnavailable'
import { announceSeries } from './announceSeries'
import { createSeries, previewSeries } from './createSeries'
import { inSeriesLine } from './inSeriesLine'
import { listSeries, seriesList } from './listSeries'
import { seriesCalendar } from './seriesCalendar'
import { seriesScope } from './seriesColumns'
import { answeredSeries, findSeries } from './seriesState'
import { updateSeries } from './updateSeries'

export const seriesRoutes = [
  defineRoute({
    method: 'GET',
    path: '/bookings/series',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag: 'Bookings',
    operationId: 'listBookingSeries',
    // A series counts dates in calendars that the caller may not see.
    beyondRows: true,
    summary: 'A page of series',
    query: seriesList.params,
    answer: seriesList.answer,
    handler: request => listSeries(request, request.query),
  }),
  implement(
    calls.bookingSeries.create,
    async request => {
      const { body, headers } = request
      if (body.dryRun) {
        refuseKey(headers)
        const preview = () => request.read(db => previewSeries(db, request, body)).then(check => check())
        return new OtherReply(await inSeriesLine(request, preview))
      }
      const work = () =>
        request.write(unit => {
          unit.reason = body.reason
          return createSeries(unit, request, body)
        })
      const series = await inSeriesLine(request, () => orAlternatives({ work, read: request.read }))
      announceSeries(request, series)
      return recordReply(series)
    },
    { alsoWrong: wrongInBooking },
  ),
  implement(
    calls.bookingSeries.get,
    async request => recordReply(await request.read(db => answeredSeries(db, request, request.params.id))),
    { beyondRows: true },
  ),
  implement(calls.bookingSeries.update, async request => {
    const work = () =>
      request.write(async unit => {
        const series = await findSeries(unit.db, request, request.params.id, { lock: true })
        await requireVersion(unit.db, seriesScope(request), series.record as never, request.headers.get('if-match'))
        return updateSeries({ unit, request, series }, request.body)
      })
    const series = await inSeriesLine(request, () => orAlternatives({ work, read: request.read }))
    announceSeries(request, series)
    return recordReply(series as never)
  }),
  implement(calls.bookingSeries.history, request =>
    request.read(async db => {
      const { id } = await findRecord(db, seriesScope(request), request.params.id)
      const { tenant, role } = request.caller
      const condition = sql<boolean>`tenant_id = ${tenant.id} and entity_type = ${bookingSeries.name} and entity_id = ${id}`
      const entries = await readAuditLog(db, condition, {
        limit: calls.bookings.maxHistory,
        reader: { role, resources: request.services.resources },
      })
      return historyFor(request.caller, entries)
    }),
  ),
  implement(calls.bookingSeries.calendarFile, async request => {
    const { series, records } = await request.read(async db => {
      const series = await findSeries(db, request, request.params.id)
      const ids = [...series.bookings.values()].map(({ id }) => id)
      return { series, records: (await findRecords(db, bookingScope(request), ids)) as BookingRecord[] }
    })
    return new Response(seriesCalendar(series, records, request.services.productName), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'Content-Disposition': `attachment; filename="${series.record.reference}.ics"`,
      },
    })
  }),
]
