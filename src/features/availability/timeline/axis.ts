import { MINUTE, parseLocalDate } from '../../../declare'
import type { Span, Zone } from '../../../scheduling'
import type { ResourceLine } from '../availabilityApi'

/** In minutes, like all positions. */
const hour = 60
const day = 24 * hour

export interface Column {
  resourceId: string
  date: string
  /** Epoch milliseconds. */
  start: number
  end: number
}

/** In minutes of the day. */
export interface Axis {
  zone: Zone
  /** Lines up equal times of days of different lengths. Else a day of 23 or 25 hours keeps its length. */
  isWallClock: boolean
  from: number
  to: number
  /** In minutes. */
  step: number
}

export interface DayAxis extends Axis {
  /** Where the day's first hours begin; those of a night before that ends do not count. */
  opensAt: number
}

export const columnOf = (resourceId: string, date: string, zone: Zone): Column => {
  const localDay = parseLocalDate(date)
  return { resourceId, date, start: zone.startOfDay(localDay), end: zone.startOfDay(localDay + 1) }
}

/** The first whose day has the instant. */
export const columnAt = (columns: readonly Column[], instant: number): Column | undefined =>
  columns.find(({ start, end }) => start <= instant && instant < end)

/** 1440 unless the clocks change. */
export const lengthOf = ({ start, end }: Column): number => (end - start) / MINUTE

type Layout = Pick<Axis, 'zone' | 'isWallClock'>

/** Clamped to the date. */
export const positionOf = ({ zone, isWallClock }: Layout, { start, end }: Column, instant: number): number => {
  if (!isWallClock) return (Math.min(Math.max(instant, start), end) - start) / MINUTE
  if (instant >= end) return day
  return instant <= start ? 0 : zone.minuteOfDay(instant)
}

/** Undefined if the clock skips it or the date is shorter. */
export const instantAt = ({ zone, isWallClock }: Layout, column: Column, position: number): number | undefined => {
  if (!isWallClock) return position < lengthOf(column) ? column.start + position * MINUTE : undefined
  const instant = zone.at(parseLocalDate(column.date), position)
  return zone.minuteOfDay(instant) === position ? instant : undefined
}

const usualHours = { from: 8 * hour, to: 18 * hour }

/** In minutes; each divides an hour. */
const steps = [15, 20, 30, 60]
const usualStep = 30

/** In minutes; at least 15. */
export const stepFor = (interval: number | null): number =>
  interval === null ? usualStep : (steps.findLast(step => step <= interval) ?? 15)

/** In full hours, or whole days. */
export const axisFor = (
  zone: Zone,
  columns: readonly Column[],
  lines: ReadonlyMap<string, ResourceLine>,
  { step, isWholeDay }: { step: number; isWholeDay: boolean },
): DayAxis => {
  const isWallClock = new Set(columns.map(lengthOf)).size > 1
  const [first] = columns
  const longest = isWallClock || !first ? day : lengthOf(first)
  const layout = { zone, isWallClock, step }
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  let opensAt = Number.POSITIVE_INFINITY
  for (const column of columns) {
    const line = lines.get(column.resourceId)
    const spans: Span[] = [
      ...(line?.windows ?? []),
      ...(line?.timeslots ?? []),
      ...(line?.bookings ?? []).map(({ blockedFrom, blockedUntil }) => ({
        startsAt: blockedFrom,
        endsAt: blockedUntil,
      })),
    ]
    for (const { startsAt, endsAt } of spans) {
      const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
      if (end <= column.start || start >= column.end) continue
      const position = positionOf(layout, column, start)
      from = Math.min(from, position)
      to = Math.max(to, positionOf(layout, column, end))
      if (start > column.start || end >= column.end) opensAt = Math.min(opensAt, position)
    }
  }
  const shown = isWholeDay
    ? { from: 0, to: longest }
    : from >= to
      ? usualHours
      : { from: Math.floor(from / hour) * hour, to: Math.min(longest, Math.ceil(to / hour) * hour) }
  return { ...layout, ...shown, opensAt: Number.isFinite(opensAt) ? opensAt : shown.from }
}

export const rowsOf = ({ from, to, step }: Axis): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)
