import { memoized } from '../memoized'

/** How one person sees dates and times. */
export interface TimeSettings {
  /** BCP 47 */
  locale: string
  /** IANA */
  timeZone: string
  hour12: boolean
}

const dates = memoized((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
const clocks = memoized(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC', hour12: true }),
)
const instants = memoized(
  ({ locale, timeZone, hour12 }: TimeSettings) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      hourCycle: hour12 ? 'h12' : 'h23',
    }),
)

/** `2 Mar 2026`, in the manner of a language. */
export const formatDate = (date: string, locale: string): string => dates(locale).format(Date.parse(`${date}T00:00Z`))

/** `09:00`, or `9:00 AM` where people count to twelve. */
export const formatClock = (time: string, { locale, hour12 }: TimeSettings): string =>
  hour12 && time !== '24:00' ? clocks(locale).format(Date.parse(`2024-01-01T${time}Z`)) : time

/** A moment as date and time in the zone of the settings. */
export const formatMoment = (instant: string, settings: TimeSettings): string =>
  instants(settings).format(Date.parse(instant))
