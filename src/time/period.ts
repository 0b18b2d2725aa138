import { DAY } from './instant'
import { isoWeekday, type LocalDay } from './localDate'

/** Calendar periods for limits on use. */
export type Period = 'day' | 'week' | 'month'

/** A period's first day; `weekStartsOn` 1 is Monday. */
export function periodStart(day: LocalDay, period: Period, weekStartsOn: number): LocalDay {
  if (period === 'day') return day
  if (period === 'week') return day - ((isoWeekday(day) - weekStartsOn + 7) % 7)
  const date = new Date(day * DAY)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY
}

/** The first day after the period from `start`. */
export function periodEnd(start: LocalDay, period: Period): LocalDay {
  if (period === 'day') return start + 1
  if (period === 'week') return start + 7
  const date = new Date(start * DAY)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY
}
