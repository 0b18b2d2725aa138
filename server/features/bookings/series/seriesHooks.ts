import { calls } from '../../../../src/calls'
import { bookingSeries } from '../../../../src/resources/bookingSeries'
import type { BookingSeries } from '../../../../src/scheduling/series/answers'
import { type ActionCall, type ApiRecord, actionsFor, type ResourceHooks } from '../../../serve'
import type { MemberRequest } from '../bookingScope'
import { orAlternatives } from '../slotUnavailable'
import { announceSeries } from './announceSeries'
import { inSeriesLine } from './inSeriesLine'
import { approve, cancel, decline, extend, type HeldSeries, reassign, reschedule, retrySkipped } from './seriesActions'
import { seriesColumns } from './seriesColumns'
import { type SeriesRecord, withDates } from './seriesState'

const on =
  <I>(work: (held: HeldSeries, input: I) => Promise<BookingSeries>) =>
  async ({ unit, request, record, input }: ActionCall<I, typeof bookingSeries>): Promise<ApiRecord> => {
    const series = await withDates(unit.db, request as MemberRequest, record as SeriesRecord)
    return work({ unit, request: request as MemberRequest, series }, input)
  }

export const bookingSeriesHooks: ResourceHooks = {
  ...seriesColumns,
  actions: actionsFor(bookingSeries, {
    reschedule: on(reschedule),
    reassign: on(reassign),
    approve: on(approve),
    decline: on(decline),
    retrySkipped: on(retrySkipped),
    extend: on(extend),
    cancel: on(cancel),
  }),
  actionBodies: { retrySkipped: calls.bookingSeries.withIndexes },
  aroundAction: async (request, work) => {
    const record = await inSeriesLine(request as MemberRequest, () => orAlternatives({ work, read: request.read }))
    if (request.body?.dryRun !== true) announceSeries(request, record as BookingSeries)
    return record
  },
}
