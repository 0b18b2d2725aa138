import type { Span, Zone } from '../../../scheduling'
import { parseLocalDate } from '../../../scheduling/time/localDate'
import type { ResourceLine } from '../availabilityApi'

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** One column of the grid: a resource on a local date. */
export interface Column {
  resourceId: string
  date: string
  /** The date's bounds in epoch milliseconds. */
  start: number
  end: number
}

/** How instants are laid out down the grid, in minutes from the top of a day. */
export interface Axis {
  zone: Zone
  /**
   * On one date the minutes are elapsed ones, so that a day of 23 or 25 hours has its true length; over several dates that
   * differ in length they are the wall clock's, so that the same time is at the same height.
   */
  isWallClock: boolean
  from: number
  to: number
  /** Minutes of one cell. */
  step: number
}

export const columnOf = (resourceId: string, date: string, zone: Zone): Column => {
  const day = parseLocalDate(date)
  return { resourceId, date, start: zone.startOfDay(day), end: zone.startOfDay(day + 1) }
}

/** 1440, but on days on which the clocks change. */
export const lengthOf = ({ start, end }: Column): number => (end - start) / MINUTE

type Layout = Pick<Axis, 'zone' | 'isWallClock'>

/** Where an instant is in a column; what lies outside its date is at its edge. */
export const positionOf = ({ zone, isWallClock }: Layout, { start, end }: Column, instant: number): number => {
  if (!isWallClock) return (Math.min(Math.max(instant, start), end) - start) / MINUTE
  if (instant >= end) return DAY
  return instant <= start ? 0 : zone.minuteOfDay(instant)
}

/** The instant at a position; undefined where the clock skips it, or beyond the end of the date. */
export const instantAt = ({ zone, isWallClock }: Layout, column: Column, position: number): number | undefined => {
  if (!isWallClock) return position < lengthOf(column) ? column.start + position * MINUTE : undefined
  const instant = zone.at(parseLocalDate(column.date), position)
  return zone.minuteOfDay(instant) === position ? instant : undefined
}

/** Without anything to show, a day is shown as offices are open. */
const usualHours = { from: 8 * HOUR, to: 18 * HOUR }

/** Cells of these lengths make whole hours. */
const steps = [15, 20, 30, 60]
const usualStep = 30

/** The longest cell in which at most one offered time begins. */
export const stepFor = (interval: number | null): number =>
  interval === null ? usualStep : (steps.findLast(step => step <= interval) ?? 15)

/** An axis that shows all that is in the columns and no empty hours around it, or whole days. */
export const axisFor = (
  zone: Zone,
  columns: readonly Column[],
  lines: ReadonlyMap<string, ResourceLine>,
  { step, isWholeDay }: { step: number; isWholeDay: boolean },
): Axis => {
  const isWallClock = new Set(columns.map(lengthOf)).size > 1
  const [first] = columns
  const longest = isWallClock || !first ? DAY : lengthOf(first)
  const layout = { zone, isWallClock, step }
  if (isWholeDay) return { ...layout, from: 0, to: longest }
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
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
      from = Math.min(from, positionOf(layout, column, start))
      to = Math.max(to, positionOf(layout, column, end))
    }
  }
  if (from >= to) return { ...layout, ...usualHours }
  return { ...layout, from: Math.floor(from / HOUR) * HOUR, to: Math.min(longest, Math.ceil(to / HOUR) * HOUR) }
}

/** The positions of the cells, from the top. */
export const rowsOf = ({ from, to, step }: Axis): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)
