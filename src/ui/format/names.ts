import { memoized } from '../../schema/memoize'

const displayNames = memoized(
  (locale: string, type: 'currency' | 'language' | 'region') =>
    new Intl.DisplayNames(locale, { type, fallback: 'code' }),
)
const weekdays = memoized(
  (locale: string, weekday: 'long' | 'short') => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }),
)

/** `Monday` for 1. */
export const weekdayName = (weekday: number, locale: string, form: 'long' | 'short' = 'long'): string =>
  // 2024 began on a Monday.
  weekdays(locale, form).format(Date.UTC(2024, 0, weekday))

/** `EUR – Euro` */
export const currencyName = (currency: string, locale: string): string =>
  `${currency} – ${displayNames(locale, 'currency').of(currency) ?? currency}`

export const countryName = (country: string, locale: string): string =>
  displayNames(locale, 'region').of(country) ?? country

/** In the language itself: `Deutsch`. */
export const languageName = (tag: string): string => displayNames(tag, 'language').of(tag) ?? tag

/** 1 to 7, from `first` on. */
export const weekFrom = (first: number): number[] => [0, 1, 2, 3, 4, 5, 6].map(index => ((first - 1 + index) % 7) + 1)
