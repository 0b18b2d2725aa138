import { type Intervals, mergeIntervals } from '../../declare'
import { StepFunction } from '../intervals/StepFunction'
import { intersectIntervals } from '../intervals/sets'
import type { ResourceInput } from '../snapshot'
import type { IndexedSnapshot } from './IndexedSnapshot'
import { openHours } from './timeline'

export interface OpenCapacity {
  readonly open: Intervals
  readonly capacity: StepFunction
}

export function openCapacity(
  snapshot: IndexedSnapshot,
  resource: ResourceInput,
  from: number,
  to: number,
): OpenCapacity {
  const limits = openTimeslots(snapshot, resource)?.flatMap(({ capacity, start, end }) => {
    return capacity === null ? [] : [{ capacity, start, end }]
  })
  const open = openTime(snapshot, resource, from, to)
  return { open, capacity: noMoreThan(capacityByRules(snapshot, resource, from, to), limits ?? []) }
}

/** By the rules for all channels, without other calendars. */
export function openTime(snapshot: IndexedSnapshot, resource: ResourceInput, from: number, to: number): Intervals {
  const timeslots = openTimeslots(snapshot, resource)
  if (!timeslots) return openHours(snapshot, resource, from, to, null).open
  const windows = mergeIntervals({ starts: timeslots.map(({ start }) => start), ends: timeslots.map(({ end }) => end) })
  const range = { starts: [from], ends: [to] }
  return openHours(snapshot, resource, from, to, null, intersectIntervals(windows, range)).open
}

interface OpenTimeslot {
  readonly capacity: number | null
  readonly start: number
  readonly end: number
}

/** Undefined if open by hours. */
function openTimeslots(snapshot: IndexedSnapshot, resource: ResourceInput): readonly OpenTimeslot[] | undefined {
  const schedule = snapshot.scheduleOf(resource)?.schedule
  if (schedule?.mode !== 'timeslots') return undefined
  if (schedule.isActive === false) return []
  const { slots, starts, ends } = snapshot.timeslots(schedule.id)
  return slots.flatMap(({ status = 'open', capacity = null }, i) =>
    status === 'open' ? [{ capacity, start: starts[i] as number, end: ends[i] as number }] : [],
  )
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

/** @param limits disjoint, in order */
function noMoreThan(
  capacity: StepFunction,
  limits: readonly { capacity: number; start: number; end: number }[],
): StepFunction {
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
