import { DAY } from '../time/instant'
import { formatLocalDate, isoWeekday, type LocalDay, parseLocalDate } from '../time/localDate'
import { rangeNames } from './filterNames'
import type { AnyListTab, AnyResource } from './resource'
import { filterFieldsOf } from './resource'

const named: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** `tomorrow`, `+7d` or a date. */
export const dayIn = (word: string, today: LocalDay): LocalDay | null => {
  if (Object.hasOwn(named, word)) return today + (named[word] ?? 0)
  if (/^[+-]\d{1,4}d$/.test(word)) return today + Number.parseInt(word, 10)
  return /^\d{4}-\d\d-\d\d$/.test(word) ? parseLocalDate(word) : null
}

const firstOfMonth = (day: LocalDay, later: number): LocalDay => {
  const date = new Date(day * DAY)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / DAY
}

export const periodIn = (word: string, today: LocalDay): [LocalDay, LocalDay] | null => {
  if (word === 'week') {
    const monday = today - isoWeekday(today) + 1
    return [monday, monday + 7]
  }
  if (word === 'month') return [firstOfMonth(today, 0), firstOfMonth(today, 1)]
  const day = dayIn(word, today)
  return day === null ? null : [day, day + 1]
}

type Listed = Pick<AnyResource, 'list' | 'fields'>

/** The date or instant that each query parameter compares. */
export const dayFilters = (resource: Listed): ReadonlyMap<string, { name: string; isBound: boolean }> =>
  new Map(
    filterFieldsOf(resource as AnyResource).flatMap(([name, { traits }]) => {
      if (traits.filter !== 'span' && traits.filter !== 'overlap') return []
      const { from, to } = rangeNames(name)
      return [name, from, to].map(param => [param, { name, isBound: param !== name }] as const)
    }),
  )

/** @param today the date in the tenant's zone */
export const tabFilter = (
  resource: Listed,
  { filter }: AnyListTab,
  today: string,
  now: string,
): Record<string, string | readonly string[]> => {
  const days = dayFilters(resource)
  const date = parseLocalDate(today)
  return Object.fromEntries(
    Object.entries(filter).flatMap(([param, value]): [string, string | readonly string[]][] => {
      const of = days.get(param)
      if (!of || typeof value !== 'string') return [[param, value]]
      if (of.isBound) {
        if (value === 'now') return [[param, now]]
        const day = dayIn(value, date)
        return [[param, day === null ? value : formatLocalDate(day)]]
      }
      const period = periodIn(value, date)
      if (!period) return [[param, value]]
      const { from, to } = rangeNames(param)
      return [
        [from, formatLocalDate(period[0])],
        [to, formatLocalDate(period[1])],
      ]
    }),
  )
}
