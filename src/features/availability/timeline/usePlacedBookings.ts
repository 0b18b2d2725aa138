import { useCallback, useMemo } from 'react'
import { formatInstant } from '../../../declare'
import type { Span } from '../../../scheduling'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import { type Axis, type Column, instantAt, positionOf } from './axis'
import type { TimelineActions } from './TimelineActions'
import type { CellPlace } from './useDragToMove'

interface Placed {
  booking: TimelineBooking
  column: Column
}

interface PlacedBookingsOptions {
  axis: Axis
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
  onMove: TimelineActions['onMove']
}

export const usePlacedBookings = ({ axis, columns, lines, onMove }: PlacedBookingsOptions) => {
  const placed = useMemo(() => {
    const all = columns.flatMap(column =>
      (lines.get(column.resourceId)?.bookings ?? [])
        .filter(({ startsAt, endsAt }) => Date.parse(startsAt) < column.end && Date.parse(endsAt) > column.start)
        .map((booking): [string, Placed] => [booking.bookingId, { booking, column }]),
    )
    return new Map(all.reverse())
  }, [columns, lines])

  const rowOf = (bookingId: string): number => {
    const one = placed.get(bookingId)
    if (!one) return 0
    return Math.floor((positionOf(axis, one.column, Date.parse(one.booking.startsAt)) - axis.from) / axis.step)
  }

  const moveTo = useCallback(
    (bookingId: string, { row, column }: CellPlace) => {
      const target = columns[column]
      const instant = target && instantAt(axis, target, axis.from + row * axis.step)
      if (!target || instant === undefined) return
      onMove?.({ bookingId, resourceId: target.resourceId, startsAt: formatInstant(instant) })
    },
    [axis, columns, onMove],
  )

  /** The target replaces a resource of its own type. */
  const ghostsOf = (bookingId: string, { row, column }: CellPlace): ReadonlyMap<number, Span> => {
    const target = columns[column]
    const booking = placed.get(bookingId)?.booking
    const start = target && instantAt(axis, target, axis.from + row * axis.step)
    if (!target || !booking || start === undefined) return new Map()
    const end = start + Date.parse(booking.endsAt) - Date.parse(booking.startsAt)
    const span = { startsAt: formatInstant(start), endsAt: formatInstant(end) }
    const lineOf = ({ resourceId }: Column) => lines.get(resourceId)
    const takes = (one: Column) => lineOf(one)?.bookings.some(each => each.bookingId === bookingId) ?? false
    const stays = (one: Column) =>
      one.date === target.date &&
      takes(one) &&
      (takes(target) || lineOf(one)?.resourceTypeId !== lineOf(target)?.resourceTypeId)
    return new Map(columns.flatMap((one, index) => (index === column || stays(one) ? [[index, span] as const] : [])))
  }

  return { ghostsOf, rowOf, moveTo }
}
