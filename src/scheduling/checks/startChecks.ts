import { MINUTE } from '../../declare'
import type { Constraints } from '../engine/Constraints'
import { LONGEST_BLOCK } from '../intervals/blocks'
import { atTime, type EngineMessage, onDay } from '../messages/EngineMessage'
import { FAILS, type Finding, FOREVER, type ResourceCheck, ruleFinding } from './Check'
import { checkOrder } from './checkCodes'

/** A day is 24 hours, whatever the clocks do. */
export const noticeTooShort: ResourceCheck = {
  code: 'notice_too_short',
  order: checkOrder('notice_too_short'),
  applies: ({ notice }) => notice !== undefined && notice.value > 0,
  holdsUntil: ({ earliestStart }, start) => (start >= earliestStart ? FOREVER : FAILS),
  findings: ({ notice, earliestStart, zone }) => [
    ruleFinding(
      {
        sentence: 'notice_too_short',
        params: { notice: { minutes: notice?.value ?? 0 }, earliest: atTime(zone, earliestStart) },
      },
      notice?.rule,
    ),
  ],
}

/** 1 allows all of tomorrow. */
export const tooFarAhead: ResourceCheck = {
  code: 'too_far_ahead',
  order: checkOrder('too_far_ahead'),
  applies: ({ advance }) => advance !== undefined,
  holdsUntil: ({ startsBefore }) => startsBefore,
  findings: ({ advance, zone, startsBefore }) => {
    const days = advance?.value ?? 0
    const sentence = (['too_far_ahead.sameDay', 'too_far_ahead.day'] as const)[days] ?? 'too_far_ahead.days'
    const params = { days, last: onDay(zone.dayOf(startsBefore - 1)) }
    return [ruleFinding({ sentence, params }, advance?.rule)]
  },
}

export const durationOutOfRange: ResourceCheck = {
  code: 'duration_out_of_range',
  order: checkOrder('duration_out_of_range'),
  applies: () => true,
  holdsUntil: (constraints, start, end) => {
    const minutes = (end - start) / MINUTE
    if (constraints.minLength !== undefined && minutes < constraints.minLength.value) return FAILS
    if (constraints.maxLength !== undefined && minutes > constraints.maxLength.value) return FAILS
    if (!fitsVariant(constraints, start, end)) return FAILS
    return constraints.request.daily ? start + 1 : FOREVER
  },
  findings: (constraints, start, end) => {
    const { minLength, maxLength } = constraints
    const minutes = (end - start) / MINUTE
    const found: Finding[] = []
    if (!fitsVariant(constraints, start, end)) {
      found.push(allowedLengths(constraints, minutes))
    }
    if (minLength && minutes < minLength.value) {
      found.push(limitFinding('duration_out_of_range.least', minLength))
    }
    if (maxLength && minutes > maxLength.value) {
      found.push(limitFinding('duration_out_of_range.most', maxLength))
    }
    return found
  },
}

function fitsVariant(constraints: Constraints, start: number, end: number): boolean {
  const { variant, daily, length } = constraints.request
  if (daily !== undefined) return fitsDays(constraints, start, end)
  if (variant.durationType !== 'flexible') return end - start === length
  const minutes = (end - start) / MINUTE
  const { minDurationMinutes, maxDurationMinutes, durationStepMinutes } = variant
  const least = minDurationMinutes ?? 60
  return (
    minutes >= least && minutes <= (maxDurationMinutes ?? 480) && (minutes - least) % (durationStepMinutes ?? 30) === 0
  )
}

function fitsDays({ zone, request }: Constraints, start: number, end: number): boolean {
  const { daily, variant } = request
  if (daily === undefined || end <= start) return false
  const lastDay = zone.dayOf(end)
  // A return at 24:00 is midnight of the next date.
  const overnight = daily.nights - daily.days
  const days = (daily.endMinute === 1440 ? lastDay - 1 : lastDay) - zone.dayOf(start) - overnight
  if (days < (variant.minDays ?? 1) || days > (variant.maxDays ?? 30)) return false
  return end === zone.at(zone.dayOf(start) + days + overnight, daily.endMinute)
}

function limitFinding(
  sentence: EngineMessage['sentence'],
  { value, rule }: NonNullable<Constraints['minLength']>,
): Finding {
  return ruleFinding({ sentence, params: { length: { minutes: value } } }, rule)
}

function allowedLengths({ request }: Constraints, minutes: number): EngineMessage {
  const { daily, length } = request
  const { name: variant, minDays, maxDays, dayEndTime, durationType } = request.variant
  const wanted = { minutes }
  if (daily)
    return {
      sentence: 'duration_out_of_range.daily',
      params: { variant, min: minDays ?? 1, max: maxDays ?? 30, until: dayEndTime ?? '10:00', wanted },
    }
  if (durationType !== 'flexible')
    return {
      sentence: 'duration_out_of_range.fixed',
      params: { variant, length: { minutes: length / MINUTE }, wanted },
    }
  const { minDurationMinutes, maxDurationMinutes, durationStepMinutes } = request.variant
  return {
    sentence: 'duration_out_of_range.flexible',
    params: {
      variant,
      min: { minutes: minDurationMinutes ?? 60 },
      max: { minutes: maxDurationMinutes ?? 480 },
      step: { minutes: durationStepMinutes ?? 30 },
      wanted,
    },
  }
}

/**
 * Counts elapsed time from each block of hours; a `start_interval` rule counts local minutes of the day
 * (docs/domain.md#the-grid-of-starts).
 */
export const startNotOnGrid: ResourceCheck = {
  code: 'start_not_on_grid',
  order: checkOrder('start_not_on_grid'),
  applies: constraints => constraints.rules.inForce.start_interval.length > 0 || hasGrid(constraints),
  holdsUntil: (constraints, start) => {
    const rules = constraints.rules.inForce.start_interval
    for (let i = 0; i < rules.length; i++)
      if (!obeys(constraints, rules[i] as (typeof rules)[number], start)) return FAILS
    const isReplaced = rules.length > 0 && constraints.request.daily === undefined
    return isReplaced || isOnGrid(constraints, start) ? start + 1 : FAILS
  },
  findings: (constraints, start) => {
    const { interval, daily, variant } = constraints.request
    const found: Finding[] = constraints.rules.inForce.start_interval
      .filter(rule => !obeys(constraints, rule, start))
      .map(rule => {
        const { intervalMinutes, offsetMinutes } = rule.parameters
        const sentence = offsetMinutes ? 'start_not_on_grid.clockAfter' : 'start_not_on_grid.clock'
        const params = { step: { minutes: intervalMinutes }, offset: { minutes: offsetMinutes ?? 0 } }
        return ruleFinding({ sentence, params }, rule)
      })
    if (found.length > 0) return found
    const time = variant.dayStartTime ?? '10:00'
    if (daily) return [{ sentence: 'start_not_on_grid.daily', params: { variant: variant.name, time } }]
    return [{ sentence: 'start_not_on_grid.steps', params: { step: { minutes: interval / MINUTE } } }]
  },
}

function hasGrid({ request, timeslots }: Constraints): boolean {
  return timeslots.length === 0 && (request.daily !== undefined || request.interval > 0)
}

/** Outside all blocks, `outside_schedule` refuses. */
function isOnGrid(constraints: Constraints, start: number): boolean {
  const { request, zone, hours, timeslots } = constraints
  if (timeslots.length > 0) return true
  if (request.daily !== undefined) return zone.at(zone.dayOf(start), request.daily.startMinute) === start
  const { starts, ends } = hours.blocks
  let isInBlock = false
  for (let i = hours.anchors.lastAtOrBefore(start); i >= 0; i--) {
    const anchor = starts[i] as number
    if (anchor <= start - LONGEST_BLOCK) break
    if (start >= (ends[i] as number)) continue
    const steps = (start - anchor) / request.interval
    if (steps === Math.floor(steps)) return true
    isInBlock = true
  }
  return !isInBlock
}

function obeys(
  { zone }: Constraints,
  rule: Constraints['rules']['inForce']['start_interval'][number],
  start: number,
): boolean {
  const { intervalMinutes, offsetMinutes = 0 } = rule.parameters
  const steps = (zone.minuteOfDay(start) - offsetMinutes) / intervalMinutes
  return steps >= 0 && steps === Math.floor(steps)
}
