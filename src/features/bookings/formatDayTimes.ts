import { formatLocalDate, type Span, zoneOf } from '../../scheduling'
import { type Display, formatDay, formatDayOf, formatTime, formatTimes } from '../../show'

/** `Mon 2 Mar, 10:00–11:00` */
export const formatDayTimes = ({ startsAt, endsAt }: Span, settings: Display): string => {
  const start = Date.parse(startsAt)
  return `${formatDayOf(start, settings)}, ${formatTimes(start, Date.parse(endsAt), settings)}`
}

/** `Mon 2 Mar, 10:00` */
export const formatStart = (startsAt: string, settings: Display): string => {
  const start = Date.parse(startsAt)
  return `${formatDayOf(start, settings)}, ${formatTime(start, settings)}`
}

/** `Monday, 2 March 2026` */
export const formatLongDay = (millis: number, { locale, timeZone }: Display): string =>
  formatDay(formatLocalDate(zoneOf(timeZone).dayOf(millis)), locale, 'full')
