import { memoized } from '../memoized'

const displayNames = memoized(
  (locale: string, type: 'currency' | 'language') => new Intl.DisplayNames(locale, { type, fallback: 'code' }),
)
const weekdays = memoized((locale: string) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }))

/** `Monday` for 1. */
export const weekdayName = (weekday: number, locale: string): string =>
  // 2024 began on a Monday.
  weekdays(locale).format(Date.UTC(2024, 0, weekday))

/** `EUR – Euro` */
export const currencyName = (currency: string, locale: string): string =>
  `${currency} – ${displayNames(locale, 'currency').of(currency) ?? currency}`

/** The name of a language in itself, so that everyone finds their own: `Deutsch`. */
export const languageName = (tag: string): string => displayNames(tag, 'language').of(tag) ?? tag
