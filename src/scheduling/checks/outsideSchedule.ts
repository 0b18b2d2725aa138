import type { Terms } from '../engine/Terms'
import type { CompiledSchedule } from '../engine/World'
import { atTime, onDay } from '../sentences/Sentence'
import type { Finding, ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { insideUntil } from './insideUntil'

/** A schedule in timeslots mode is judged by its timeslots instead of its hours (domain §3.3.6). */
export const outsideSchedule: ResourceCheck = {
  code: 'outside_schedule',
  order: checkOrder('outside_schedule'),
  applies: ({ subject }) => subject.schedule === undefined || subject.hourly.length > 0,
  holdsUntil: (terms, start, end) => insideUntil(terms, terms.hours.windows, start, end),
  findings: (terms, start, end) => {
    const { subject } = terms
    const resource = subject.resource.name
    if (!subject.schedule) return [{ sentence: 'outside_schedule.noHours', params: { resource } }]
    const found = subject.hourly.flatMap(one => describe(terms, one, start, end) ?? [])
    return found.length > 0 ? found : [{ sentence: 'outside_schedule.apart', params: { resource } }]
  },
}

function describe(terms: Terms, one: CompiledSchedule, start: number, end: number): Finding | undefined {
  const { zone, hours } = one
  const { id: scheduleId, name: schedule } = one.schedule
  if (one.schedule.isActive === false)
    return { sentence: 'outside_schedule.inactive', params: { schedule }, scheduleId }
  const { windows } = terms.horizon.hoursOf([one])
  if (insideUntil(terms, windows, start, end) > start) return undefined
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
