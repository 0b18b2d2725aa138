import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { isRepeatedTime } from '../../time/describeTime'
import { DAY } from '../../time/instant'
import type { LocalDay } from '../../time/localDate'
import type { Zone } from '../../time/Zone'
import { formatPattern, formatUntil, type Recurrence } from './recurrence'

/** How a local time that the clock change skips or repeats became an instant. */
export type ClockChange = 'gap' | 'overlap' | null

/** One date of a rule, with its time as an instant (epoch ms). */
export interface RuleOccurrence {
  readonly day: LocalDay
  readonly startsAt: number
  readonly dst: ClockChange
}

/** Where the dates of a rule are counted, and from when: the first occurrence. */
export interface RuleStart {
  readonly zone: Zone
  readonly startsAt: number
}

/** The instant of a local time on a date (docs/domain.md#local-times-and-instants), and what the clock change did to it. */
export function occurrenceOn(zone: Zone, day: LocalDay, minute: number): RuleOccurrence {
  const startsAt = zone.at(day, minute)
  const isSkipped = zone.dayOf(startsAt) !== day || zone.minuteOfDay(startsAt) !== minute
  return { day, startsAt, dst: isSkipped ? 'gap' : isRepeatedTime(zone, startsAt) ? 'overlap' : null }
}

/**
 * The dates of a rule from its first occurrence on, at the local time of that one.
 *
 * The dates are computed on UTC wall times, so that no clock change moves or drops one.
 * @param most how many are answered at the most
 * @param horizon the last instant (epoch ms) that is looked at: fewer than the rule's count were found when it has later ones
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
