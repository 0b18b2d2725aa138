import type { Constraints } from '../engine/Constraints'
import type { CompiledSchedule } from '../engine/IndexedSnapshot'
import { IntervalCursor } from '../intervals/cursors'
import { atTime, onDay } from '../messages/EngineMessage'
import { datePattern } from '../rules/datePattern'
import { FAILS, type Finding, FOREVER, type ResourceCheck, ruleFinding } from './Check'
import { checkOrder } from './checkCodes'

/** Timeslots replace the hours of their schedule (docs/domain.md#bookings-at-timeslots). */
export const outsideSchedule: ResourceCheck = {
  code: 'outside_schedule',
  order: checkOrder('outside_schedule'),
  isOfSpans: true,
  applies: ({ subject }) => subject.schedule === undefined || subject.hourly.length > 0,
  holdsUntil: (constraints, start, end) => insideUntil(constraints, constraints.hours.windows, start, end),
  findings: (constraints, start, end) => {
    const { subject } = constraints
    const resource = subject.resource.name
    if (!subject.schedule) return [{ sentence: 'outside_schedule.noHours', params: { resource } }]
    const found = subject.hourly.flatMap(one => describe(constraints, one, start, end) ?? [])
    return found.length > 0 ? found : [{ sentence: 'outside_schedule.apart', params: { resource } }]
  },
}

function describe(constraints: Constraints, one: CompiledSchedule, start: number, end: number): Finding | undefined {
  const { zone, hours } = one
  const { id: scheduleId, name: schedule } = one.schedule
  if (one.schedule.isActive === false)
    return { sentence: 'outside_schedule.inactive', params: { schedule }, scheduleId }
  const { windows } = constraints.horizon.hoursOf([one])
  if (insideUntil(constraints, windows, start, end) > start) return undefined
  const day = zone.dayOf(start)
  const at = windows.seek(start)
  const closesAt = (windows.starts[at] ?? Number.POSITIVE_INFINITY) <= start ? windows.ends[at] : undefined
  if (closesAt !== undefined) {
    const params = { schedule, end: atTime(zone, end), closes: atTime(zone, closesAt) }
    return { sentence: 'outside_schedule.endsLate', params, scheduleId }
  }
  if (day < hours.firstDay || day > hours.lastDay) {
    return { sentence: 'outside_schedule.outOfSeason', params: { schedule, day: onDay(day) }, scheduleId }
  }
  const label = hours.overrideOn(day)?.label
  const params = { schedule, start: atTime(zone, start) }
  if (label) return { sentence: 'outside_schedule.closedFor', params: { ...params, label }, scheduleId }
  return { sentence: 'outside_schedule.closed', params, scheduleId }
}

export const outsideOpeningHours: ResourceCheck = {
  code: 'outside_opening_hours',
  order: checkOrder('outside_opening_hours'),
  isOfSpans: true,
  applies: ({ ruleHours }) => ruleHours.opening !== undefined,
  holdsUntil: (constraints, start, end) => {
    const { opening } = constraints.ruleHours
    return opening ? insideUntil(constraints, opening, start, end) : FOREVER
  },
  findings: (constraints, start, end) => {
    return constraints.rules.inForce.opening_hours
      .filter(rule => {
        const open = new IntervalCursor(constraints.horizon.intervalsOf(rule, constraints.zone))
        return insideUntil(constraints, open, start, end) <= start
      })
      .map(rule => ruleFinding({ sentence: 'outside_opening_hours', params: { rule: rule.name } }, rule))
  },
}

/** Of a daily booking, only pickup and return. */
function insideUntil({ request }: Constraints, windows: IntervalCursor, start: number, end: number): number {
  if (request.daily !== undefined) {
    const isIn = (from: number) => windows.contains(from, from + 1)
    return isIn(start) && (isIn(end) || isIn(end - 1)) ? start + 1 : FAILS
  }
  const i = windows.seek(start)
  if (i === windows.ends.length || (windows.starts[i] as number) > start) return FAILS
  const closes = windows.ends[i] as number
  return end <= closes ? closes - (end - start) + 1 : FAILS
}

/** For a daily booking, whole-day blackouts close each date, shorter ones pickup and return. */
export const blackout: ResourceCheck = {
  code: 'blackout',
  order: checkOrder('blackout'),
  isOfSpans: true,
  applies: ({ rules }) => rules.inForce.blackout.length > 0,
  holdsUntil: (constraints, start, end) => {
    if (constraints.request.daily === undefined) return constraints.ruleHours.blackouts.freeUntil(start, end)
    if (touchesDays(constraints, constraints.ruleHours.wholeDayBlackouts, start, end)) return FAILS
    return touchesEnds(constraints.ruleHours.blackouts, start, end) ? FAILS : start + 1
  },
  findings: (constraints, start, end) => {
    return constraints.rules.inForce.blackout
      .filter(rule => {
        const intervals = new IntervalCursor(constraints.horizon.intervalsOf(rule, constraints.zone))
        if (constraints.request.daily === undefined) return intervals.overlaps(start, end)
        if (datePattern(rule.parameters).isWholeDay) return touchesDays(constraints, intervals, start, end)
        return touchesEnds(intervals, start, end)
      })
      .map(rule => {
        const day = onDay(constraints.zone.dayOf(start))
        const params = { resource: constraints.subject.resource.name, day, rule: rule.name }
        return ruleFinding({ sentence: 'blackout', params }, rule)
      })
  },
}

export const externalBusy: ResourceCheck = {
  code: 'external_busy',
  order: checkOrder('external_busy'),
  isOfSpans: true,
  applies: ({ externalBusy }) => externalBusy.starts.length > 0,
  holdsUntil: ({ externalBusy }, start, end) => externalBusy.freeUntil(start, end),
  findings: ({ externalBusy, subject, zone }, start) => {
    const at = externalBusy.seek(start)
    const params = {
      resource: subject.resource.name,
      start: atTime(zone, externalBusy.starts[at] as number),
      end: atTime(zone, externalBusy.ends[at] as number),
    }
    return [{ sentence: 'external_busy', params }]
  },
}

function touchesDays({ zone }: Constraints, days: IntervalCursor, start: number, end: number): boolean {
  return days.overlaps(zone.startOfDay(zone.dayOf(start)), zone.startOfDay(zone.dayOf(end) + 1))
}

function touchesEnds(times: IntervalCursor, start: number, end: number): boolean {
  return times.overlaps(start, start + 1) || times.overlaps(end - 1, end)
}
