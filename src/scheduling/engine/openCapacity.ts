import { type Intervals, intersectIntervals, mergeIntervals } from '../../declare'
import { StepFunction } from '../intervals/StepFunction'
import type { ResourceInput } from '../snapshot'
import type { IndexedSnapshot } from './IndexedSnapshot'
import { openHours } from './timeline'

export interface OpenCapacity {
  /** Open by the rules for all channels, whatever other calendars say. */
  readonly open: Intervals
  readonly capacity: StepFunction
}

export function openCapacity(
  snapshot: IndexedSnapshot,
  resource: ResourceInput,
  from: number,
  to: number,
): OpenCapacity {
  const schedule = snapshot.scheduleOf(resource)
  const byRules = capacityByRules(snapshot, resource, from, to)
  if (schedule?.schedule.mode !== 'timeslots')
    return { open: openHours(snapshot, resource, from, to, null).open, capacity: byRules }

  const { slots, starts, ends } = snapshot.timeslots(schedule.schedule.id)
  const isOpen = schedule.schedule.isActive !== false
  const which = slots.flatMap((slot, i) => (isOpen && (slot.status ?? 'open') === 'open' ? [i] : []))
  const windows = mergeIntervals({
    starts: which.map(i => starts[i] as number),
    ends: which.map(i => ends[i] as number),
  })
  const range = { starts: [from], ends: [to] }
  const { open } = openHours(snapshot, resource, from, to, null, intersectIntervals(windows, range))
  const limits = which.flatMap(i => {
    const capacity = slots[i]?.capacity
    return capacity == null ? [] : [{ capacity, start: starts[i] as number, end: ends[i] as number }]
  })
  return { open, capacity: noMoreThan(byRules, limits) }
}

function capacityByRules(snapshot: IndexedSnapshot, resource: ResourceInput, from: number, to: number): StepFunction {
  const zone = snapshot.scheduleOf(resource)?.zone ?? snapshot.zone
  const horizon = snapshot.horizon(from, to)
  const rules = snapshot.rules.eligible(resource, null)
  const at: number[] = []
  const values: number[] = []
  for (let index = rules.seasonOf(zone.dayOf(from)), start = from; start < to; index++) {
    const season = rules.season(index)
    const end = season.next === undefined ? to : Math.min(to, zone.startOfDay(season.next))
    const capacity = horizon.hoursOfRules(season.rules, zone).capacity(resource.capacity)
    const changes = [start, ...capacity.at.filter(instant => instant > start && instant < end)]
    for (const instant of changes) {
      at.push(instant)
      values.push(capacity.valueAt(instant))
    }
    start = end
  }
  return new StepFunction(resource.capacity, at, values)
}

/** @param limits disjoint and in order */
function noMoreThan(
  capacity: StepFunction,
  limits: readonly { capacity: number; start: number; end: number }[],
): StepFunction {
  if (limits.length === 0) return capacity
  const edges = new Set([...capacity.at, ...limits.flatMap(({ start, end }) => [start, end])])
  const at = [...edges].sort((a, b) => a - b)
  let next = 0
  const values = at.map(instant => {
    while ((limits[next]?.end ?? Number.POSITIVE_INFINITY) <= instant) next++
    const limit = limits[next]
    const units = capacity.valueAt(instant)
    return limit && limit.start <= instant ? Math.min(units, limit.capacity) : units
  })
  return new StepFunction(capacity.initial, at, values)
}
