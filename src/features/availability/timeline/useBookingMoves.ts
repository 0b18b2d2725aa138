import { useEvent } from 'ra-core'
import { useCallback } from 'react'
import type { Span } from '../../../scheduling'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import type { Axis, Column } from './axis'
import type { TimelineActions } from './TimelineActions'
import { useDragToMove } from './useDragToMove'
import { usePlacedBookings } from './usePlacedBookings'

interface BookingMovesOptions extends Pick<TimelineActions, 'onMove' | 'onSelectBooking'> {
  axis: Axis
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
  closeCard: () => void
}

/** Drags, moves by key and opens bookings, by handlers that never change. */
export const useBookingMoves = ({ axis, columns, lines, closeCard, onMove, onSelectBooking }: BookingMovesOptions) => {
  const { ghostsOf, rowOf, moveTo } = usePlacedBookings({ axis, columns, lines, onMove })
  const { drag, onGrab, wasDragged } = useDragToMove(rowOf, moveTo)
  const isMovable = useCallback(
    ({ status, isForeign }: TimelineBooking) =>
      onMove !== undefined && !isForeign && (status === 'pending' || status === 'confirmed'),
    [onMove],
  )
  const handlers = {
    isMovable,
    onGrab: useEvent(onGrab),
    onOpen: useEvent((bookingId: string) => {
      closeCard()
      if (!wasDragged()) onSelectBooking?.(bookingId)
    }),
    onStep: useEvent((bookingId: string, rowsDown: number, column: number) =>
      moveTo(bookingId, { row: rowOf(bookingId) + rowsDown, column }),
    ),
  }
  const ghosts = drag?.target ? ghostsOf(drag.bookingId, drag.target) : new Map<number, Span>()
  return { drag, ghosts, handlers }
}
