import { memoized } from '../../schema/memoize'

const formatter = memoized((locale: string) => new Intl.NumberFormat(locale))
const unit = memoized(
  (locale: string, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
)

/** In the locale's format: `1,234.5`. */
export const formatNumber = (value: number, locale: string): string => formatter(locale).format(value)

/** `45 min`, `1 hr 30 min`. */
export const formatMinutes = (value: number, locale: string): string => {
  const hours = Math.trunc(value / 60)
  const rest = value % 60
  if (hours === 0) return unit(locale, 'minute').format(rest)
  const text = unit(locale, 'hour').format(hours)
  return rest === 0 ? text : `${text} ${unit(locale, 'minute').format(rest)}`
}

const bytes = memoized(
  (locale: string, unit: 'kilobyte' | 'megabyte') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }),
)

/** `12 kB`, `1.5 MB` */
export const formatBytes = (value: number, locale: string): string =>
  value < 1024 * 1024
    ? bytes(locale, 'kilobyte').format(Math.max(1, Math.round(value / 1024)))
    : bytes(locale, 'megabyte').format(value / 1024 / 1024)
