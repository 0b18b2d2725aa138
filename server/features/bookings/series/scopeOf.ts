import type { SeriesScope } from '../../../../src/resources/bookingSeriesActions'
import { invalidField, type Problem, refusal } from '../../../serve'
import type { Series, SeriesBooking, SeriesDate } from './seriesState'

export interface Scoped {
  scope: SeriesScope
  occurrence: number | null
}

export const dateAt = ({ dates }: Series, index: number | null): SeriesDate => {
  const date = dates.find(one => one.index === index)
  if (!date) throw invalidField('occurrence', 'validation.noOccurrence')
  return date
}

export const nothingInScope = (): Problem => refusal('wrong_status', 'refusal.nothingInScope')

/** Omits dates that have begun. @throws Problem `validation` for an unknown index */
export const datesIn = (series: Series, { scope, occurrence }: Scoped, now: number): SeriesDate[] => {
  const from = scope === 'all' && occurrence === null ? 0 : dateAt(series, occurrence).index
  return series.dates.filter(({ index, startsAt }) => {
    if (scope === 'following' && index < from) return false
    return Date.parse(series.bookings.get(index)?.startsAt ?? startsAt) > now
  })
}

export const bookingsOn = (
  { bookings }: Series,
  dates: readonly SeriesDate[],
  statuses: readonly string[],
): SeriesBooking[] =>
  dates.flatMap(({ index }) => {
    const booking = bookings.get(index)
    return booking && statuses.includes(booking.status) ? [booking] : []
  })

export const bookingAt = (series: Series, occurrence: number | null): SeriesBooking => {
  const booking = series.bookings.get(dateAt(series, occurrence).index)
  if (!booking) throw nothingInScope()
  return booking
}
