import { MINUTE, type Zone } from '../../declare'
import type { Constraints } from './Constraints'
import type { Horizon } from './Horizon'
import type { ResourceQuery } from './ResourceQuery'
import type { ResolvedRequest } from './resolveRequest'

const DEFAULT_INTERVAL = 15 * MINUTE

interface CandidateStarts {
  readonly starts: readonly number[]
  readonly areOnGrid: boolean
}

/** Resources with the same hours share a list. */
export function candidateStarts(
  resourceQueries: readonly ResourceQuery[],
  horizon: Horizon,
  from: number,
  to: number,
): CandidateStarts {
  const lists = new Map<string, number[]>()
  let areOnGrid = true
  let fewest = Number.POSITIVE_INFINITY
  for (const one of resourceQueries) {
    let count = 0
    for (let start = from; start < to; count++) {
      const constraints = one.constraintsAt(start, horizon)
      const until = Math.min(to, constraints.until)
      const key = `${sourceKey(constraints)}|${start}|${until}`
      if (!lists.has(key)) lists.set(key, startsUnder(constraints, start, until))
      if (!makesGrid(constraints)) areOnGrid = false
      start = until
    }
    fewest = Math.min(fewest, count)
  }
  const isShared = lists.size <= fewest
  const [first = [], ...others] = lists.values()
  const starts = others.reduce(mergeSorted, first)
  return { starts, areOnGrid: areOnGrid && isShared }
}

/** The generator follows only the first grid rule. */
function makesGrid({ timeslots, rules, request }: Constraints): boolean {
  return !request.daily && rules.inForce.start_interval.length <= (timeslots.length > 0 ? 0 : 1)
}

/** Hours have one zone. */
function sourceKey({ subject, timeslots, hours, rules }: Constraints): string {
  if (timeslots.length > 0) return `timeslots ${subject.timed[0]?.schedule.id}`
  return `${hours.key} ${rules.inForce.start_interval.map(({ id }) => id).join()}`
}

function startsUnder(constraints: Constraints, from: number, to: number): number[] {
  const starts: number[] = []
  if (constraints.timeslots.length > 0) addTimeslotStarts(constraints, from, to, starts)
  else if (constraints.request.daily)
    addDailyStarts(constraints, constraints.request.daily.startMinute, from, to, starts)
  else if (constraints.rules.inForce.start_interval.length > 0) addClockStarts(constraints, from, to, starts)
  else addGridStarts(constraints, from, to, starts)
  return starts
}

/** Must be open from the start on. */
function headLength({ phased, length }: ResolvedRequest): number {
  return phased?.headLength ?? length
}

function addTimeslotStarts({ timeslots: [table] }: Constraints, from: number, to: number, starts: number[]): void {
  if (!table) return
  for (let i = table.firstFrom(from); i < table.starts.length && (table.starts[i] as number) < to; i++) {
    starts.push(table.starts[i] as number)
  }
}

function addDailyStarts(constraints: Constraints, minute: number, from: number, to: number, starts: number[]): void {
  const { zone, hours } = constraints
  for (let day = zone.dayOf(from); day <= zone.dayOf(to); day++) {
    const start = zone.at(day, minute)
    if (start < from || start >= to || zone.dayOf(start) !== day) continue
    if (hours.windows.contains(start, start + 1)) starts.push(start)
  }
}

function addGridStarts({ request, hours }: Constraints, from: number, to: number, starts: number[]): void {
  const { blocks, windows } = hours
  const step = request.interval || DEFAULT_INTERVAL
  let isSorted = true
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < blocks.starts.length; i++) {
    const anchor = blocks.starts[i] as number
    if (anchor >= to) break
    const blockEnd = blocks.ends[i] as number
    if (blockEnd <= from) continue
    const windowEnd = windows.ends[windows.seek(anchor)] as number
    const until = Math.min(to, blockEnd, windowEnd - headLength(request) + 1)
    let start = anchor < from ? anchor + Math.ceil((from - anchor) / step) * step : anchor
    if (start <= last) isSorted = false
    for (; start < until; start += step) {
      starts.push(start)
      last = start
    }
  }
  if (!isSorted) sortOnce(starts)
}

function addClockStarts(
  { rules, zone, hours, request }: Constraints,
  from: number,
  to: number,
  starts: number[],
): void {
  const rule = rules.inForce.start_interval[0]
  if (!rule) return
  const { intervalMinutes, offsetMinutes = 0 } = rule.parameters
  const { windows } = hours
  for (let i = 0; i < windows.starts.length; i++) {
    const until = Math.min(to, (windows.ends[i] as number) - headLength(request) + 1)
    const step = intervalMinutes * MINUTE
    let start = nextOnClock(zone, Math.max(from, windows.starts[i] as number), intervalMinutes, offsetMinutes)
    while (start < until) {
      // Local time runs evenly until midnight or the next clock change.
      const even = Math.min(until, zone.nextChange(start), zone.startOfDay(zone.dayOf(start) + 1))
      for (; start < even; start += step) starts.push(start)
      start = even < until ? nextOnClock(zone, even, intervalMinutes, offsetMinutes) : until
    }
  }
}

/** Instants whose local minute of the day, less `offset`, is a multiple of `interval`. */
function nextOnClock(zone: Zone, instant: number, interval: number, offset: number): number {
  let from = instant
  for (;;) {
    const minute = zone.minuteOfDay(from)
    const wanted = Math.max(0, Math.ceil((minute - offset) / interval)) * interval + offset
    const change = zone.nextChange(from)
    const isToday = wanted < 1440
    const found = from + ((isToday ? wanted : 1440) - minute) * MINUTE
    if (found >= change) from = change
    else if (isToday) return found
    else from = found
  }
}

function sortOnce(starts: number[]): void {
  starts.sort((a, b) => a - b)
  let kept = 0
  for (const start of starts) {
    if (kept === 0 || start !== starts[kept - 1]) {
      starts[kept] = start
      kept++
    }
  }
  starts.length = kept
}

function mergeSorted(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Number.POSITIVE_INFINITY
    const y = b[j] ?? Number.POSITIVE_INFINITY
    all.push(Math.min(x, y))
    if (x <= y) i++
    if (y <= x) j++
  }
  return all
}
