import { memoized } from '../../schema/memoize'

/** For instants: locale, zone, and a 12- or 24-hour clock. */
export interface TimeSettings {
  /** BCP 47 */
  locale: string
  /** IANA */
  timeZone: string
  hour12: boolean
}

const clocks = memoized(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC', hour12: true }),
)
const instants = memoized(
  ({ locale, timeZone, hour12 }: TimeSettings) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: hour12 ? 'numeric' : '2-digit',
      minute: '2-digit',
      timeZone,
      hourCycle: hour12 ? 'h12' : 'h23',
    }),
)

const dateForms = memoized(
  (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
)

export const formatWith = (date: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  dateForms(locale, options).format(Date.parse(`${date}T00:00Z`))

export const formatDate = (date: string, locale: string): string => formatWith(date, locale, { dateStyle: 'medium' })

const datesOf = memoized(
  (locale: string, timeZone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }),
)

export const formatDateOf = (instant: string, { locale, timeZone }: TimeSettings): string =>
  datesOf(locale, timeZone).format(Date.parse(instant))

/** `09:00`, or `9:00 AM` on a 12-hour clock; other text unchanged. */
export const formatClock = (time: string, { locale, hour12 }: TimeSettings): string => {
  const millis = hour12 && time !== '24:00' ? Date.parse(`2024-01-01T${time}Z`) : Number.NaN
  return Number.isNaN(millis) ? time : clocks(locale).format(millis)
}

/** The local date and time of an ISO 8601 instant. */
export const formatMoment = (instant: string, settings: TimeSettings): string =>
  instants(settings).format(Date.parse(instant))

const near = memoized(
  ({ locale, timeZone, hour12 }: TimeSettings) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: hour12 ? 'numeric' : '2-digit',
      minute: '2-digit',
      timeZone,
      hourCycle: hour12 ? 'h12' : 'h23',
    }),
)

/** With the weekday this year, else the year. */
export const formatMomentShortly = (instant: string, settings: TimeSettings): string =>
  new Date(instant).getFullYear() === new Date().getFullYear()
    ? near(settings).format(Date.parse(instant))
    : formatMoment(instant, settings)
