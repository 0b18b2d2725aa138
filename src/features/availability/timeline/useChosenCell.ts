import type { RefObject } from 'react'
import { formatInstant } from '../../../declare'
import type { Why } from '../why'
import type { Axis, Column } from './axis'
import { isBookable } from './cells'
import type { TimelineActions } from './TimelineActions'
import type { CellPlace } from './useDragToMove'
import { useGridFocus } from './useGridFocus'
import type { useMarkedTime } from './useMarkedTime'
import type { useTimelineCells } from './useTimelineCells'

interface ChosenCellOptions extends Pick<TimelineActions, 'onSelectFree' | 'onSelectBooking'> {
  grid: RefObject<HTMLElement | null>
  axis: Axis
  columns: readonly Column[]
  cells: ReturnType<typeof useTimelineCells>['cells']
  rowCount: number
  hasVariant: boolean
  marking: Pick<ReturnType<typeof useMarkedTime>, 'mark' | 'finish' | 'extend' | 'clear' | 'wasMarked'>
  onExplain: (why: Why) => void
}

/** One tab stop for the grid. A chosen cell is booked, shows its booking, or is explained. */
export const useChosenCell = ({
  grid,
  axis,
  columns,
  cells,
  rowCount,
  hasVariant,
  marking,
  onExplain,
  onSelectFree,
  onSelectBooking,
}: ChosenCellOptions) => {
  const { mark, finish, extend, clear, wasMarked } = marking
  const choose = (place: CellPlace) => {
    if (wasMarked()) return
    if (mark?.column === place.column && mark.head === place.row) return finish(mark)
    const cell = cells[place.column]?.[place.row]
    const resourceId = columns[place.column]?.resourceId
    if (!cell || !resourceId || cell.state === 'skipped') return
    const startsAt = formatInstant(cell.startsAt)
    const [booking] = cell.bookings
    if (isBookable(cell) && onSelectFree) onSelectFree({ resourceId, startsAt, endsAt: formatInstant(cell.endsAt) })
    else if (!hasVariant && booking && !booking.isForeign && onSelectBooking) onSelectBooking(booking.bookingId)
    else onExplain({ resourceId, startsAt, endsAt: cell.slot?.endsAt ?? null })
  }
  return useGridFocus({
    grid,
    rowCount,
    columnCount: columns.length,
    rowsPerPage: Math.round(60 / axis.step),
    onChoose: choose,
    onExtend: extend,
    onAsk: place => {
      if (mark) return choose(place)
      extend(place, place.row)
      finish({ column: place.column, anchor: place.row, head: place.row })
    },
    onMove: clear,
  })
}
