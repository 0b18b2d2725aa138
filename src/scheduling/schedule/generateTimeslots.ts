import {
  datedHours,
  formatLocalDate,
  hoursToIntervals,
  type Intervals,
  MINUTE,
  parseLocalDate,
  type Zone,
  zoneOf,
} from '../../declare'
import { type InstantInput, toMillis } from '../../resources/instants'
import type { GenerationPlan, PlannedTimeslot } from '../answers'
import { type EngineMessage, onClock, onDay } from '../messages/EngineMessage'
import { formatEnglish } from '../messages/formatEnglish'
import type { ScheduleInput, TimeslotInput } from '../snapshot'
import { diffTimeslots } from './diffTimeslots'

/** The API answers 422 (docs/domain.md#limits). */
export class SchedulingError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SchedulingError'
    this.code = code
  }
}

export const MAX_GENERATED_TIMESLOTS = 50_000
const MAX_DAYS = 366
const DEFAULT_DURATION = 60

/** See docs/domain.md#generating-timeslots. */
export interface GenerateOptions {
  /** Local dates, inclusive. */
  from: string
  to: string
  slotDurationMinutes?: number | null
  gapMinutes?: number | null
  capacity?: number | null
  onExisting?: 'keep' | 'replace_unbooked'
}

/**
 * Plans future timeslots. `existing` needs those that begin within a day of the range.
 * @throws SchedulingError `too_many_timeslots`, `range_too_long`, or `range_in_past` if all of it is past
 */
export function generateTimeslots(
  schedule: ScheduleInput,
  existing: readonly TimeslotInput[],
  options: GenerateOptions,
  now: InstantInput,
): GenerationPlan {
  const zone = zoneOf(schedule.timeZone)
  const hours = datedHours(schedule)
  const first = parseLocalDate(options.from)
  const last = parseLocalDate(options.to)
  const nowMillis = toMillis(now)
  if (last - first >= MAX_DAYS)
    throw new SchedulingError('range_too_long', `Generate at most ${MAX_DAYS} days at once.`)
  if (last < zone.dayOf(nowMillis)) throw new SchedulingError('range_in_past', 'The range is wholly in the past.')

  const capacity = options.capacity === undefined ? (schedule.slotCapacity ?? null) : options.capacity
  const wanted = wantedStarts(hoursToIntervals(hours, zone, first, last), schedule, options)
  const plan = diffTimeslots(
    wanted.starts.map((start, i) => ({ start, end: wanted.ends[i] as number, capacity })),
    existing.filter(slot => belongsToRange(toMillis(slot.startsAt))),
    existing,
    { replace: options.onExisting === 'replace_unbooked', now: nowMillis, zone },
  )
  const count = (action: PlannedTimeslot['action']) => plan.filter(slot => slot.action === action).length
  return {
    created: count('create'),
    kept: count('keep'),
    deleted: count('delete'),
    conflicts: count('conflict'),
    dstNotes: dstNotes(zone, first, last),
    timeslots: plan,
  }

  /** A slot after midnight may belong to the evening before (docs/domain.md#windows). */
  function belongsToRange(start: number): boolean {
    const spill = (day: number) => isWithin(hoursToIntervals(hours, zone, day, day), start)
    const day = zone.dayOf(start)
    if (day === first) return !spill(first - 1) || spill(first)
    return (day > first && day <= last) || (day === last + 1 && spill(last))
  }
}

function isWithin({ starts, ends }: Intervals, instant: number): boolean {
  return starts.some((start, i) => start <= instant && instant < (ends[i] as number))
}

function wantedStarts(blocks: Intervals, schedule: ScheduleInput, options: GenerateOptions): Intervals {
  const duration = (options.slotDurationMinutes ?? schedule.slotDurationMinutes ?? DEFAULT_DURATION) * MINUTE
  const step = duration + (options.gapMinutes ?? schedule.slotGapMinutes ?? 0) * MINUTE
  const starts: number[] = []
  const ends: number[] = []
  let free = Number.NEGATIVE_INFINITY
  for (let i = 0; i < blocks.starts.length; i++) {
    const blockEnd = blocks.ends[i] as number
    for (let start = blocks.starts[i] as number; start + duration <= blockEnd; start += step) {
      if (start < free) continue
      free = start + duration
      starts.push(start)
      ends.push(free)
      if (starts.length > MAX_GENERATED_TIMESLOTS) {
        const text = `That makes more than ${MAX_GENERATED_TIMESLOTS} timeslots: choose fewer days or longer slots.`
        throw new SchedulingError('too_many_timeslots', text)
      }
    }
  }
  return { starts, ends }
}

function dstNotes(zone: Zone, first: number, last: number): GenerationPlan['dstNotes'] {
  const notes: GenerationPlan['dstNotes'] = []
  for (let day = first; day <= last; day++) {
    const start = zone.startOfDay(day)
    const end = zone.startOfDay(day + 1)
    const dayLengthMinutes = (end - start) / MINUTE
    if (dayLengthMinutes === 1440) continue
    const change = zone.nextChange(start)
    const params = { day: onDay(day), hours: dayLengthMinutes / 60 }
    const said: Required<EngineMessage> =
      change < end
        ? {
            sentence: 'clockChange.jump',
            params: { ...params, before: onClock(zone, change - MINUTE), after: onClock(zone, change) },
          }
        : { sentence: dayLengthMinutes < 1440 ? 'clockChange.skipped' : 'clockChange.repeated', params }
    notes.push({ date: formatLocalDate(day), dayLengthMinutes, text: formatEnglish(said), ...said })
  }
  return notes
}
