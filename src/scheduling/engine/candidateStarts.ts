import { MINUTE } from '../time/instant'
import type { Zone } from '../time/Zone'
import type { Horizon } from './Horizon'
import type { ResourceCase } from './ResourceCase'
import type { Terms } from './Terms'

/** Grid used to list starts of a variant that may begin at any minute. */
const DEFAULT_INTERVAL = 15 * MINUTE

/** The starts that cases offer, in order and each once. */
interface CandidateStarts {
  readonly starts: readonly number[]
  /** Every start is on the grid of every case by the way it was made. */
  readonly areOnGrid: boolean
}

/**
 * The starts that the cases offer in `[from, to)`. They come from the hours and grids alone; whether a start is available
 * is for the checks to say. Cases with the same hours are worked out once.
 */
export function candidateStarts(
  cases: readonly ResourceCase[],
  horizon: Horizon,
  from: number,
  to: number,
): CandidateStarts {
  const lists = new Map<string, number[]>()
  let areOnGrid = true
  let fewest = Number.POSITIVE_INFINITY
  for (const one of cases) {
    let count = 0
    for (let start = from; start < to; count++) {
      const terms = one.termsAt(start, horizon)
      const until = Math.min(to, terms.until)
      const key = `${sourceKey(terms)}|${start}|${until}`
      if (!lists.has(key)) lists.set(key, startsUnder(terms, start, until))
      if (!makesGrid(terms)) areOnGrid = false
      start = until
    }
    fewest = Math.min(fewest, count)
  }
  const isShared = lists.size <= fewest
  const [first, ...others] = [...lists.values()].filter(list => list.length > 0)
  const starts = others.reduce((all, list) => mergeSorted(all, list), first ?? [])
  return { starts, areOnGrid: areOnGrid && isShared }
}

/** Do the starts made under these terms obey all that the terms say about the grid? They know one rule about it at most. */
function makesGrid({ timeslots, rules, request }: Terms): boolean {
  return !request.daily && rules.inForce.start_interval.length <= (timeslots.length > 0 ? 0 : 1)
}

function sourceKey({ request, subject, timeslots, zone, hours, rules }: Terms): string {
  if (timeslots.length > 0) return `timeslots ${subject.timed[0]?.schedule.id}`
  const grid = rules.inForce.start_interval.map(({ id }) => id).join()
  return `${hours.key} ${request.daily || grid ? zone.timeZone : ''} ${grid}`
}

function startsUnder(terms: Terms, from: number, to: number): number[] {
  const starts: number[] = []
  if (terms.timeslots.length > 0) addTimeslotStarts(terms, from, to, starts)
  else if (terms.request.daily) addDailyStarts(terms, terms.request.daily.startMinute, from, to, starts)
  else if (terms.rules.inForce.start_interval.length > 0) addClockStarts(terms, from, to, starts)
  else addGridStarts(terms, from, to, starts)
  return starts
}

function addTimeslotStarts({ timeslots: [table] }: Terms, from: number, to: number, starts: number[]): void {
  if (!table) return
  for (let i = table.firstFrom(from); i < table.starts.length && (table.starts[i] as number) < to; i++) {
    starts.push(table.starts[i] as number)
  }
}

function addDailyStarts(terms: Terms, minute: number, from: number, to: number, starts: number[]): void {
  const { zone, hours } = terms
  for (let day = zone.dayOf(from); day <= zone.dayOf(to); day++) {
    const start = zone.at(day, minute)
    if (start < from || start >= to || zone.dayOf(start) !== day) continue
    if (hours.windows.contains(start, start + 1)) starts.push(start)
  }
}

/** From the start of each block in steps of elapsed time, as long as the booking ends within the merged window. */
function addGridStarts({ request, hours }: Terms, from: number, to: number, starts: number[]): void {
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
    const until = Math.min(to, blockEnd, windowEnd - request.length + 1)
    let start = anchor < from ? anchor + Math.ceil((from - anchor) / step) * step : anchor
    if (start <= last) isSorted = false
    for (; start < until; start += step) {
      starts.push(start)
      last = start
    }
  }
  if (!isSorted) sortOnce(starts)
}

/** At the minutes of the local day that the first rule names; the check sees to the others. */
function addClockStarts({ rules, zone, hours, request }: Terms, from: number, to: number, starts: number[]): void {
  const rule = rules.inForce.start_interval[0]
  if (!rule) return
  const { intervalMinutes, offsetMinutes = 0 } = rule.parameters
  const { windows } = hours
  for (let i = 0; i < windows.starts.length; i++) {
    const until = Math.min(to, (windows.ends[i] as number) - request.length + 1)
    const step = intervalMinutes * MINUTE
    let start = nextOnClock(zone, Math.max(from, windows.starts[i] as number), intervalMinutes, offsetMinutes)
    while (start < until) {
      // The clock runs evenly until midnight or until it is changed.
      const even = Math.min(until, zone.nextChange(start), zone.startOfDay(zone.dayOf(start) + 1))
      for (; start < even; start += step) starts.push(start)
      start = even < until ? nextOnClock(zone, even, intervalMinutes, offsetMinutes) : until
    }
  }
}

/** The first instant from `instant` on whose local minute of the day, less `offset`, is a multiple of `interval`. */
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
