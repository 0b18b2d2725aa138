import { DAY } from './instant'

/** Local dates are counted as days since 1970-01-01, so that arithmetic on them is plain integers. */
export type LocalDay = number

const TWO_DIGITS = Array.from({ length: 32 }, (_, i) => String(i).padStart(2, '0'))

/** The day number of `YYYY-MM-DD`; throws `RangeError` for anything else. */
export function parseLocalDate(date: string): LocalDay {
  const millis = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(millis)) throw new RangeError(`Not a local date: ${date}`)
  return millis / DAY
}

/** `YYYY-MM-DD` of a day number. */
export function formatLocalDate(day: LocalDay): string {
  const date = new Date(day * DAY)
  const year = date.getUTCFullYear()
  if (year < 1000 || year > 9999) return date.toISOString().split('T')[0] ?? ''
  return `${year}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`
}

/** ISO weekday, 1 = Monday … 7 = Sunday. */
export function isoWeekday(day: LocalDay): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Month and day as `month * 100 + day`, to compare dates that repeat yearly. */
export function monthDay(day: LocalDay): number {
  const date = new Date(day * DAY)
  return (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}
