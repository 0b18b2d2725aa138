import { memoized } from '../../schema/memoize'
import { zoneOf } from '../../time/Zone'
import type { TimeSettings } from './times'

const clocks = memoized(
  ({ locale, timeZone, hour12 }: TimeSettings) =>
    new Intl.DateTimeFormat(locale, {
      hour: hour12 ? 'numeric' : '2-digit',
      minute: '2-digit',
      timeZone,
      hourCycle: hour12 ? 'h12' : 'h23',
    }),
)
const offsets = memoized(
  (locale: string, timeZone: string) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longOffset' }),
)
const days = memoized(
  (locale: string, style: DayStyle) => new Intl.DateTimeFormat(locale, { ...dayStyles[style], timeZone: 'UTC' }),
)

const dayStyles = {
  medium: { dateStyle: 'medium' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  wide: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { day: 'numeric' },
  weekday: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
  dates: { day: 'numeric', month: 'short' },
  datesOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type DayStyle = keyof typeof dayStyles

const at = ({ locale, timeZone, hour12 }: TimeSettings) => clocks({ locale, timeZone, hour12 })

/** `+02:00` */
const offsetAt = (millis: number, { locale, timeZone }: TimeSettings): string =>
  offsets(locale, timeZone)
    .formatToParts(millis)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', '') || '+00:00'

/** A local time: `09:00`, or `02:30 (+02:00)` in a repeated hour. */
export const formatTime = (millis: number, settings: TimeSettings): string => {
  const text = at(settings).format(millis)
  return zoneOf(settings.timeZone).isRepeated(millis) ? `${text} (${offsetAt(millis, settings)})` : text
}

/** Local times: `09:00–10:00`, with the end's date if it differs. */
export const formatTimes = (start: number, end: number, settings: TimeSettings): string => {
  const zone = zoneOf(settings.timeZone)
  const isSameDay = zone.dayOf(start) === zone.dayOf(end - 1)
  return `${formatTime(start, settings)}–${isSameDay ? '' : `${formatDayOf(end, settings)} `}${formatTime(end, settings)}`
}

/** A local date: `Mon 2 Mar`. */
export const formatDay = (date: string, locale: string, style: DayStyle): string =>
  days(locale, style).format(Date.parse(`${date}T00:00Z`))

/** Local dates, both included: `2 – 8 Mar 2026`. */
export const formatDays = (first: string, last: string, locale: string, style: 'dates' | 'datesOfYear'): string =>
  days(locale, style).formatRange(Date.parse(`${first}T00:00Z`), Date.parse(`${last}T00:00Z`))

/** A local date: `Mon 2 Mar`. */
export const formatDayOf = (millis: number, { locale, timeZone }: TimeSettings): string => {
  const local = new Date(millis + zoneOf(timeZone).offsetAt(millis))
  return days(locale, 'short').format(local)
}
