import { DAY, type LocalDay } from '../../declare'
import { isoWeekday, zoneOf } from '../../scheduling'
import { type Frequency, formatUntil, type RuleDay, readStoredRule } from '../../scheduling/series/recurrence'
import { type Display, weekdayName } from '../../show'
import type { useText } from './useText'

type Text = ReturnType<typeof useText>

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const dayOfMonth = (day: LocalDay): number => new Date(day * DAY).getUTCDate()
const isLastOfMonth = (day: LocalDay): boolean => dayOfMonth(day + 7) < dayOfMonth(day)

export const repeatChoices = [
  'none',
  'weekly',
  'biweekly',
  'monthlyNth',
  'monthlyLast',
  'monthlyDay',
  'custom',
] as const
export type RepeatChoice = (typeof repeatChoices)[number]

export interface Repeat {
  choice: RepeatChoice
  freq: Frequency
  interval: number
  weekdays: readonly number[]
  end: 'count' | 'until'
  count: number
  /** `YYYY-MM-DD` */
  until: string
}

export const choicesOn = (day: LocalDay): RepeatChoice[] =>
  repeatChoices.filter(choice => choice !== 'monthlyLast' || isLastOfMonth(day))

const patternOf = ({ choice, freq, interval, weekdays }: Repeat, day: LocalDay): string => {
  const weekday = WEEKDAYS[isoWeekday(day) - 1]
  switch (choice) {
    case 'weekly':
      return 'FREQ=WEEKLY'
    case 'biweekly':
      return 'FREQ=WEEKLY;INTERVAL=2'
    case 'monthlyNth':
      return `FREQ=MONTHLY;BYDAY=${Math.ceil(dayOfMonth(day) / 7)}${weekday}`
    case 'monthlyLast':
      return `FREQ=MONTHLY;BYDAY=-1${weekday}`
    case 'monthlyDay':
      return 'FREQ=MONTHLY'
    default: {
      // The rule always includes the first date.
      const days = [...new Set([...weekdays, isoWeekday(day)])].sort().map(one => WEEKDAYS[one - 1])
      return `FREQ=${freq};INTERVAL=${interval}${freq === 'WEEKLY' ? `;BYDAY=${days.join()}` : ''}`
    }
  }
}

/** An RRULE; null without an end. */
export const ruleFor = (repeat: Repeat, day: LocalDay): string | null => {
  const pattern = patternOf(repeat, day)
  if (repeat.end === 'count') return repeat.count > 0 ? `${pattern};COUNT=${repeat.count}` : null
  const until = Date.parse(`${repeat.until}T00:00:00Z`)
  return Number.isNaN(until) ? null : `${pattern};UNTIL=${formatUntil({ day: until / DAY })}`
}

const describeDay = ({ nth, weekday }: RuleDay, text: Text, locale: string): string => {
  const day = weekdayName(weekday, locale)
  if (nth === null) return day
  return text(`series.nth.${nth === -1 ? 'last' : (nth as 1 | 2 | 3 | 4 | 5)}`, { day })
}

/**
 * “Every week on Monday, 10 times”
 *
 * @param day the first date
 * @param ofTimes hides another number than the rule's count, as in a split series
 */
export const describeRule = (
  rrule: string,
  day: LocalDay,
  text: Text,
  { locale }: Display,
  { ofTimes }: { ofTimes?: number } = {},
): string => {
  const { freq, interval, byDay, count, until } = readStoredRule(rrule)
  const every = text(`series.every.${freq}`, { smart_count: interval })
  const first: RuleDay[] = freq === 'WEEKLY' ? [{ nth: null, weekday: isoWeekday(day) }] : []
  const named = (byDay.length > 0 ? byDay : first).map(one => describeDay(one, text, locale))
  const days = freq === 'MONTHLY' && byDay.length === 0 ? [text('series.dayOfMonth', { day: dayOfMonth(day) })] : named
  const list = new Intl.ListFormat(locale).format(days)
  const rule = days.length > 0 ? text('series.on', { every, days: list }) : every
  if (count !== null && ofTimes !== undefined && count !== ofTimes) return rule
  if (count !== null) return text('series.times', { rule, smart_count: count })
  const end = until && ('day' in until ? until.day * DAY : until.instant)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(end ?? 0)
  return text('series.untilDate', { rule, date })
}

export const describeStoredRule = (rrule: string, startsAt: string, text: Text, display: Display): string =>
  describeRule(rrule, zoneOf(display.timeZone).dayOf(Date.parse(startsAt)), text, display)

export const describeChoice = (choice: RepeatChoice, day: LocalDay, text: Text, { locale }: Display): string => {
  const weekday = isoWeekday(day)
  switch (choice) {
    case 'monthlyNth':
      return text('series.monthlyOn', {
        days: describeDay({ nth: Math.ceil(dayOfMonth(day) / 7), weekday }, text, locale),
      })
    case 'monthlyLast':
      return text('series.monthlyOn', { days: describeDay({ nth: -1, weekday }, text, locale) })
    case 'monthlyDay':
      return text('series.monthlyOn', { days: text('series.dayOfMonth', { day: dayOfMonth(day) }) })
    default:
      return text(`series.${choice}`)
  }
}
