import { type AnyResource, rangeNames } from '../../../src/schema'
import { dayFilters } from '../../../src/schema/tabFilter'
import { formatLocalDate, type LocalDay } from '../../../src/time/localDate'
import { type Period, periodEnd, periodStart } from '../../../src/time/period'

export type Filters = Readonly<Record<string, string | readonly string[]>>

/** `weekStartsOn`: 1 for Monday. */
export interface Today {
  today: LocalDay
  weekStartsOn: number
}

const words: Readonly<Record<string, Period>> = { today: 'day', week: 'week', month: 'month' }

/** `week` is the first day of this week, `today+7d` a day; null for anything else. */
const relativeDay = (text: string, { today, weekStartsOn }: Today): { first: LocalDay; period: Period } | null => {
  const [, word = '', days] = /^(today|week|month)(?:([+-]\d{1,4})d)?$/.exec(text) ?? []
  const period = words[word]
  if (!period) return null
  return { first: periodStart(today, period, weekStartsOn) + Number(days ?? 0), period: days ? 'day' : period }
}

/**
 * A view's filters with today's dates: `{ startsAtFrom: 'week' }` starts on the week's first day, and `{ startsAt:
 * 'week' }` covers the week.
 */
export const resolvedFilters = (
  resource: AnyResource,
  filters: Filters,
  now: Today,
): Record<string, Filters[string]> => {
  const days = dayFilters(resource)
  return Object.fromEntries(
    Object.entries(filters).flatMap(([param, value]): [string, Filters[string]][] => {
      const of = days.get(param)
      const found = of && typeof value === 'string' ? relativeDay(value, now) : null
      if (!of || !found) return [[param, value]]
      const { first, period } = found
      if (of.isBound) return [[param, formatLocalDate(first)]]
      const { from, to } = rangeNames(param)
      return [
        [from, formatLocalDate(first)],
        [to, formatLocalDate(periodEnd(first, period))],
      ]
    }),
  )
}
