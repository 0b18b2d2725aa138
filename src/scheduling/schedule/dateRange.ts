import { type LocalDay, monthDay, parseLocalDate } from '../time/localDate'

/**
 * A test for "is this local date in the range": both ends included, a missing end is open. A yearly range looks only at
 * month and day, in every year, and may run over the year's end.
 */
export function dateRange(
  startDate: string | null | undefined,
  endDate: string | null | undefined,
  repeatsYearly = false,
): { firstDay: LocalDay; lastDay: LocalDay; includes(day: LocalDay): boolean } {
  const first = startDate ? parseLocalDate(startDate) : Number.NEGATIVE_INFINITY
  const last = endDate ? parseLocalDate(endDate) : Number.POSITIVE_INFINITY
  if (!repeatsYearly || !startDate || !endDate) {
    return { firstDay: first, lastDay: last, includes: day => first <= day && day <= last }
  }
  const from = monthDay(first)
  const until = monthDay(last)
  return {
    firstDay: Number.NEGATIVE_INFINITY,
    lastDay: Number.POSITIVE_INFINITY,
    includes: day => {
      const date = monthDay(day)
      return from <= until ? from <= date && date <= until : from <= date || date <= until
    },
  }
}
