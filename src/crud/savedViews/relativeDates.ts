import { type AnyResource, rangeNames } from '../../schema'
import { dayFilters } from '../../schema/tabFilter'
import { type LocalDay, parseLocalDate } from '../../time/localDate'
import { type Period, periodEnd, periodStart } from '../../time/period'
import { isDate } from '../../ui/format/dates'
import type { SavedView } from './context'

type Filters = SavedView['filters']

/** `weekStartsOn` 1 is Monday. */
export interface Today {
  today: LocalDay
  weekStartsOn: number
}

/** Fixed dates, or words that the API reads anew on each opening. */
export interface DateChoice {
  filters: Filters
  whole?: 'today' | 'week' | 'month'
}

export interface DateFilter {
  name: string
  choices: readonly DateChoice[]
}

const periods: readonly (readonly [NonNullable<DateChoice['whole']>, Period])[] = [
  ['today', 'day'],
  ['week', 'week'],
  ['month', 'month'],
]

const dayOf = (value: unknown): LocalDay | null =>
  typeof value === 'string' && isDate(value) ? parseLocalDate(value) : null

/** `today+7d` */
const distance = (day: LocalDay, { today }: Today): string =>
  day === today ? 'today' : `today${day > today ? '+' : '-'}${Math.abs(day - today)}d`

/** For today, or the first day of the week or month. */
const wordsFor = (day: LocalDay, now: Today): string[] => [
  distance(day, now),
  ...periods
    .slice(1)
    .flatMap(([word, period]) => (periodStart(now.today, period, now.weekStartsOn) === day ? word : [])),
]

const choicesOf = (name: string, filters: Filters, now: Today): DateChoice[] => {
  const { from, to } = rangeNames(name)
  const ends = [from, to].flatMap(param => (filters[param] === undefined ? [] : [[param, filters[param]] as const]))
  const days = ends.map(([param, value]) => [param, dayOf(value)] as const)
  if (days.length === 0 || days.some(([, day]) => day === null)) return []
  const [first, last] = days as [string, LocalDay][]
  const asTheyAre = { filters: Object.fromEntries(ends) }
  if (!first) return []
  if (!last) return [asTheyAre, ...wordsFor(first[1], now).map(word => ({ filters: { [first[0]]: word } }))]
  const wholes = periods.flatMap(([word, period]) => {
    const start = periodStart(now.today, period, now.weekStartsOn)
    return start === first[1] && periodEnd(start, period) === last[1] ? { filters: { [name]: word }, whole: word } : []
  })
  const apart = { filters: { [from]: distance(first[1], now), [to]: distance(last[1], now) } }
  return [asTheyAre, ...wholes, ...(wholes.some(({ whole }) => whole === 'today') ? [] : [apart])]
}

const paramsOf = (name: string): string[] => [name, ...Object.values(rangeNames(name))]

const pick = (filters: Filters, names: readonly string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)))

export const without = (filters: Filters, names: readonly string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))

const isSame = (a: Filters, b: Filters): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

export const isSaid = (filters: Filters, { name }: DateFilter, choice: DateChoice): boolean =>
  isSame(pick(filters, paramsOf(name)), choice.filters)

export const dateFilters = (resource: AnyResource, filters: Filters, said: Filters, now: Today): DateFilter[] =>
  Array.from(new Set(Array.from(dayFilters(resource).values(), ({ name }) => name))).flatMap(name => {
    const choices = choicesOf(name, filters, now)
    if (choices.length === 0) return []
    const isKnown = choices.some(choice => isSaid(said, { name, choices }, choice))
    return { name, choices: isKnown ? choices : [...choices, { filters: pick(said, paramsOf(name)) }] }
  })

/** The view's words for dates unchanged since it opened. */
export const inWordsOf = (view: SavedView, resource: AnyResource, filters: Filters): Filters => {
  const names = new Set(Array.from(dayFilters(resource).values(), ({ name }) => name))
  return Array.from(names).reduce((said, name) => {
    const params = paramsOf(name)
    const isKept = isSame(pick(filters, params), pick(view.resolved, params))
    return isKept ? { ...without(said, params), ...pick(view.filters, params) } : said
  }, filters)
}

export const saying = (filters: Filters, { name }: DateFilter, { filters: said }: DateChoice): Filters => ({
  ...without(filters, paramsOf(name)),
  ...said,
})
