import { DAY, isoWeekday, type LocalDay, type Zone } from '../../declare'
import type { Recurrence, RuleDay } from './recurrence'

export type ClockChange = 'gap' | 'overlap' | null

export interface RuleOccurrence {
  readonly day: LocalDay
  readonly startsAt: number
  readonly dst: ClockChange
}

export interface RuleStart {
  readonly zone: Zone
  readonly startsAt: number
}

/** Reports a skipped or repeated local time. */
export function occurrenceOn(zone: Zone, day: LocalDay, minute: number): RuleOccurrence {
  const startsAt = zone.at(day, minute)
  const isSkipped = zone.dayOf(startsAt) !== day || zone.minuteOfDay(startsAt) !== minute
  return { day, startsAt, dst: isSkipped ? 'gap' : zone.isRepeated(startsAt) ? 'overlap' : null }
}

type Pattern = Pick<Recurrence, 'interval' | 'byDay' | 'weekStart'>

const daysAfter = (weekday: number, from: number): number => (weekday - from + 7) % 7

function* weeklyDates({ interval, byDay, weekStart }: Pattern, first: LocalDay): Generator<LocalDay> {
  const weekdays = byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [isoWeekday(first)]
  const offsets = weekdays.map(weekday => daysAfter(weekday, weekStart)).sort((a, b) => a - b)
  for (let week = first - daysAfter(isoWeekday(first), weekStart); ; week += 7 * interval)
    for (const offset of offsets) yield week + offset
}

/** At `end` or later without such a day. */
const dayInMonth = ({ weekday, nth }: RuleDay, begin: LocalDay, end: LocalDay): LocalDay =>
  nth === -1
    ? end - 1 - daysAfter(isoWeekday(end - 1), weekday)
    : begin + daysAfter(weekday, isoWeekday(begin)) + 7 * ((nth ?? 1) - 1)

function* monthlyDates({ interval, byDay }: Pattern, first: LocalDay, last: LocalDay): Generator<LocalDay> {
  const date = new Date(first * DAY)
  const firstOf = (month: number): LocalDay => Date.UTC(date.getUTCFullYear(), month) / DAY
  for (let month = date.getUTCMonth(); firstOf(month) <= last; month += interval) {
    const [begin, end] = [firstOf(month), firstOf(month + 1)]
    const days = byDay.length > 0 ? byDay.map(day => dayInMonth(day, begin, end)) : [begin + date.getUTCDate() - 1]
    // The fifth Monday may also be the last.
    for (const day of new Set(days.sort((a, b) => a - b))) if (day < end) yield day
  }
}

/** In order (RFC 5545), even outside `[first, last]`. */
function* datesOf({ freq, ...pattern }: Recurrence, first: LocalDay, last: LocalDay): Generator<LocalDay> {
  if (freq === 'WEEKLY') yield* weeklyDates(pattern, first)
  else if (freq === 'MONTHLY') yield* monthlyDates(pattern, first, last)
  else for (let day = first; ; day += pattern.interval) yield day
}

/** At the first date's local time. @param horizon the last instant (epoch ms) to search */
export function ruleOccurrences(
  rule: Recurrence,
  { zone, startsAt }: RuleStart,
  { most, horizon }: { most: number; horizon: number },
): RuleOccurrence[] {
  const { count, until } = rule
  const minute = zone.minuteOfDay(startsAt)
  const wanted = Math.min(most, count ?? most)
  const isWithin = ({ day, startsAt: start }: RuleOccurrence): boolean =>
    start <= horizon && (until === null || ('day' in until ? day <= until.day : start <= until.instant))
  const first = zone.dayOf(startsAt)
  const found: RuleOccurrence[] = []
  for (const day of datesOf(rule, first, zone.dayOf(horizon))) {
    if (day < first) continue
    const occurrence = occurrenceOn(zone, day, minute)
    if (found.length === wanted || !isWithin(occurrence)) break
    found.push(occurrence)
  }
  return found
}
