import { formatLocalDate, type LocalDay, type Message, MINUTE, parseLocalDate, type Zone } from '../../declare'
import type { RuleParameters } from '../snapshot'

/** Epoch ms. */
export interface BlockTimes {
  startsAt: number
  endsAt: number
  repeats: { daysOfWeek: readonly number[]; untilDate: string } | null
}

type Blackout = RuleParameters['blackout']

interface Piece {
  from: LocalDay
  to: LocalDay
  /** Minutes of the day; absent for whole days. */
  times?: { start: number; end: number }
}

const DAY_LENGTH = 1440

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

/** The second of a repeated time becomes the first: a rule cannot name it. */
function localStart(zone: Zone, startsAt: number): { day: LocalDay; minute: number } {
  const day = zone.dayOf(startsAt)
  return { day, minute: startsAt === zone.startOfDay(day) ? 0 : zone.minuteOfDay(startsAt) }
}

/** The next instant that local time can name; midnight ends the day before. */
function localEnd(zone: Zone, endsAt: number): { day: LocalDay; minute: number; instant: number } {
  let instant = endsAt
  while (zone.at(zone.dayOf(instant), zone.minuteOfDay(instant)) !== instant) instant += MINUTE
  const day = zone.dayOf(instant)
  if (instant === zone.startOfDay(day)) return { day: day - 1, minute: DAY_LENGTH, instant }
  return { day, minute: zone.minuteOfDay(instant), instant }
}

function piecesOf(zone: Zone, startsAt: number, endsAt: number): Piece[] {
  const start = localStart(zone, startsAt)
  const end = localEnd(zone, endsAt)
  const isShort = end.day === start.day || (end.day === start.day + 1 && end.minute < start.minute)
  const isWhole = start.minute === 0 && end.minute === DAY_LENGTH
  if (isShort && !isWhole)
    return [
      { from: start.day, to: start.day, times: { start: start.minute, end: end.minute % DAY_LENGTH || DAY_LENGTH } },
    ]
  const whole = {
    from: start.minute === 0 ? start.day : start.day + 1,
    to: end.minute === DAY_LENGTH ? end.day : end.day - 1,
  }
  return [
    ...(start.minute > 0 ? [{ from: start.day, to: start.day, times: { start: start.minute, end: DAY_LENGTH } }] : []),
    ...(whole.from <= whole.to ? [whole] : []),
    ...(end.minute < DAY_LENGTH ? [{ from: end.day, to: end.day, times: { start: 0, end: end.minute } }] : []),
  ]
}

/** Up to three: the rest of the first day, whole days, and the start of the last (docs/domain.md#blocks). */
export function blackoutsOf(times: BlockTimes, zone: Zone): { blackouts: Blackout[]; isWidened: boolean } {
  const { startsAt, endsAt, repeats } = times
  const start = localStart(zone, startsAt)
  const blackouts = piecesOf(zone, startsAt, endsAt).map(({ from, to, times }): Blackout => {
    const shift = from - start.day
    return {
      startDate: formatLocalDate(from),
      endDate: formatLocalDate(repeats ? parseLocalDate(repeats.untilDate) + shift : to),
      startTime: times ? clock(times.start) : null,
      endTime: times ? clock(times.end) : null,
      daysOfWeek: repeats ? repeats.daysOfWeek.map(day => ((day - 1 + shift) % 7) + 1).sort((a, b) => a - b) : null,
      repeatsYearly: false,
    }
  })
  const isWidened = zone.at(start.day, start.minute) !== startsAt || localEnd(zone, endsAt).instant !== endsAt
  return { blackouts, isWidened }
}

/** Local days, as for a blackout rule. */
const LONGEST = 366

/** By field. */
export function blockProblems({ startsAt, endsAt, repeats }: BlockTimes, zone: Zone): Record<string, Message['key']> {
  const { day, minute } = localStart(zone, startsAt)
  // Centuries ago, clocks differed from UTC by seconds.
  if (startsAt % MINUTE !== 0 || !Number.isInteger(minute)) return { startsAt: 'validation.wholeMinutes' }
  if (endsAt % MINUTE !== 0) return { endsAt: 'validation.wholeMinutes' }
  if (endsAt <= startsAt) return { endsAt: 'validation.endsBeforeStart' }
  if (endsAt > zone.at(day + LONGEST, minute)) return { endsAt: 'validation.tooManyDays' }
  if (!repeats) return {}
  const days = parseLocalDate(repeats.untilDate) - day + 1
  return {
    ...(endsAt > zone.at(day + 1, minute) && { repeats: 'validation.repeatsWithinDay' as const }),
    ...(days < 1 && { 'repeats.untilDate': 'validation.endsBeforeStart' as const }),
    ...(days > LONGEST && { 'repeats.untilDate': 'validation.tooManyDays' as const }),
  }
}
