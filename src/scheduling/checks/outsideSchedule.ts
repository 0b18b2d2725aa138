import type { Terms } from '../engine/Terms'
import type { CompiledSchedule } from '../engine/World'
import { describeDay, describeTime } from '../time/describeTime'
import type { Finding, ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { insideUntil } from './insideUntil'

/** A schedule in timeslots mode is judged by its timeslots instead of its hours (domain §3.3.6). */
export const outsideSchedule: ResourceCheck = {
  code: 'outside_schedule',
  order: checkOrder('outside_schedule'),
  passed: 'It is within the open hours.',
  applies: ({ subject }) => subject.schedule === undefined || subject.hourly.length > 0,
  holdsUntil: (terms, start, end) => insideUntil(terms, terms.hours.windows, start, end),
  findings: (terms, start, end) => {
    const { subject } = terms
    if (!subject.schedule) return [{ text: `${subject.resource.name} has no hours: give it a schedule.` }]
    const found = subject.hourly.flatMap(one => describe(terms, one, start, end) ?? [])
    return found.length > 0
      ? found
      : [{ text: `${subject.resource.name} and the service are never open together then.` }]
  },
}

function describe(terms: Terms, one: CompiledSchedule, start: number, end: number): Finding | undefined {
  const { schedule, zone, hours } = one
  const scheduleId = schedule.id
  if (schedule.isActive === false) return { text: `The schedule “${schedule.name}” is inactive.`, scheduleId }
  const { windows } = terms.horizon.hoursOf([one])
  if (insideUntil(terms, windows, start, end) > start) return undefined
  const day = zone.dayOf(start)
  const at = windows.seek(start)
  const closesAt = (windows.starts[at] ?? Number.POSITIVE_INFINITY) <= start ? windows.ends[at] : undefined
  if (closesAt !== undefined) {
    const text = `It would end at ${describeTime(zone, end)}, after “${schedule.name}” closes at ${describeTime(zone, closesAt)}.`
    return { text, scheduleId }
  }
  if (day < hours.firstDay || day > hours.lastDay) {
    return { text: `“${schedule.name}” is not in season on ${describeDay(day)}.`, scheduleId }
  }
  const label = hours.overrideOn(day)?.label
  const reason = label ? ` (${label})` : ''
  return { text: `“${schedule.name}” is closed at ${describeTime(zone, start)}${reason}.`, scheduleId }
}
