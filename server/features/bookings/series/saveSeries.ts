import type { BookingSeriesRecord } from '../../../../src/resources/bookingSeries'
import { type UnitOfWork, updateRecords } from '../../../serve'
import type { MemberRequest } from '../bookingScope'
import type { Scoped } from './scopeOf'
import { seriesScope } from './seriesColumns'
import type { Segment, Series, SeriesDate } from './seriesState'

interface Saving {
  values?: Partial<BookingSeriesRecord>
  dates?: readonly SeriesDate[]
  segments?: readonly Segment[]
  resourceIds?: readonly string[]
  isTotalAgreed?: boolean
  scope: Scoped['scope'] | null
  bookingCount: number
}

export const saveSeries = async (
  unit: UnitOfWork,
  request: MemberRequest,
  { record }: Series,
  { values = {}, dates, segments, resourceIds, isTotalAgreed, scope: meant, bookingCount }: Saving,
): Promise<void> => {
  const isAfter = (one: { version?: unknown }) => Number(one.version) > Number(record.version)
  const scope = seriesScope(request, {
    scope: one => (isAfter(one as never) ? meant : null),
    bookings: one => (isAfter(one as never) ? bookingCount : null),
  })
  const changedColumns = {
    ...(dates && { dates: JSON.stringify(dates), dateCount: dates.length }),
    ...(segments && { segments: JSON.stringify(segments) }),
    ...(resourceIds && { resourceIds: JSON.stringify(resourceIds) }),
    ...(isTotalAgreed !== undefined && { isTotalAgreed }),
  }
  const last = segments?.at(-1)
  await updateRecords(unit, { ...scope, hooks: { ...scope.hooks, changedColumns } }, [record as never], {
    ...values,
    ...(last && { rrule: last.rrule, startsAt: last.startsAt, endsAt: last.endsAt }),
    ...(dates && {
      exDates: dates.filter(({ isExcluded }) => isExcluded).map(({ date }) => date),
      occurrenceCount: dates.filter(({ isExcluded }) => !isExcluded).length,
    }),
    icalSequence: record.icalSequence + 1,
  })
}
