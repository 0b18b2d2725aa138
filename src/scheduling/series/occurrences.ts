import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { isRepeatedTime } from '../../time/describeTime'
import { DAY } from '../../time/instant'
import type { LocalDay } from '../../time/localDate'
import type { Zone } from '../../time/Zone'
import { formatPattern, formatUntil, type Recurrence } from './recurrence'

export type ClockChange = 'gap' | 'overlap' | null

/** In epoch milliseconds. */
export interface RuleOccurrence {
  readonly day: LocalDay
  readonly startsAt: number
  readonly dst: ClockChange
}

export interface RuleStart {
  readonly zone: Zone
  readonly startsAt: number
}

/** Reports a clock change that skips or repeats the local time (docs/domain.md#local-times-and-instants). */
export function occurrenceOn(zone: Zone, day: LocalDay, minute: number): RuleOccurrence {
  const startsAt = zone.at(day, minute)
  const isSkipped = zone.dayOf(startsAt) !== day || zone.minuteOfDay(startsAt) !== minute
  return { day, startsAt, dst: isSkipped ? 'gap' : isRepeatedTime(zone, startsAt) ? 'overlap' : null }
}

/**
 * The dates of a rule, at the local time of its first occurrence.
 *
 * UTC wall times keep clock changes from moving or dropping a date.
 * @param most the maximum number of dates
 * @param horizon the last instant (epoch ms) to search; later dates of the rule are missing
 */
export function ruleOccurrences(
  { count, until, ...pattern }: Recurrence,
  { zone, startsAt }: RuleStart,
  { most, horizon }: { most: number; horizon: number },
): RuleOccurrence[] {
  const minute = zone.minuteOfDay(startsAt)
  const wanted = Math.min(most, count ?? most)
  const isWithin = ({ day, startsAt: start }: RuleOccurrence): boolean =>
    start <= horizon && (until === null || ('day' in until ? day <= until.day : start <= until.instant))
  const wall = (day: LocalDay) => Temporal.Instant.fromEpochMilliseconds(day * DAY).toZonedDateTimeISO('UTC')
  const dates = new RRuleTemporal({
    rruleString: `${formatPattern(pattern)};UNTIL=${formatUntil({ day: zone.dayOf(horizon) })}`,
    dtstart: wall(zone.dayOf(startsAt)),
  })
  const found: RuleOccurrence[] = []
  dates.all(date => {
    if (found.length === wanted) return false
    const occurrence = occurrenceOn(zone, date.epochMilliseconds / DAY, minute)
    if (!isWithin(occurrence)) return false
    found.push(occurrence)
    return true
  })
  return found
}
