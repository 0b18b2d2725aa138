import { DAY } from './instant'

/** Days since 1970-01-01, for integer arithmetic on dates. */
export type LocalDay = number

const TWO_DIGITS = Array.from({ length: 32 }, (_, i) => String(i).padStart(2, '0'))

/**
 * Does not check the day of the month: `2026-02-30` is 2 March.
 * @throws RangeError for text that `Date` cannot parse
 */
export function parseLocalDate(date: string): LocalDay {
  const millis = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(millis)) throw new RangeError(`Not a local date: ${date}`)
  return millis / DAY
}

/** A local day's text, `YYYY-MM-DD`. */
export function formatLocalDate(day: LocalDay): string {
  const date = calendarDate(day)
  const year = Math.floor(date / 10_000)
  if (year < 1000 || year > 9999) return new Date(day * DAY).toISOString().split('T')[0] ?? ''
  return `${year}-${TWO_DIGITS[Math.floor(date / 100) % 100]}-${TWO_DIGITS[date % 100]}`
}

/**
 * `year * 10000 + month * 100 + date`. Counts in eras of 400 years from 0000-03-01, so that leap days end years. `Date`
 * is too slow.
 */
function calendarDate(day: LocalDay): number {
  const days = day + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  return year * 10_000 + month * 100 + dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
}

/** 1 is Monday, 7 is Sunday. */
export function isoWeekday(day: LocalDay): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** `month * 100 + day`, to compare yearly dates. */
export function monthDay(day: LocalDay): number {
  return calendarDate(day) % 10_000
}
