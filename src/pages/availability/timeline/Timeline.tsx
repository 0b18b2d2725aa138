import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatTime } from '../../../crud/format/clockTimes'
import { useDisplay } from '../../../crud/format/display'
import { useText } from '../../../i18n/useText'
import { formatInstant } from '../../../scheduling/time/formatInstant'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import type { Why } from '../why'
import { type Axis, type Column, instantAt, positionOf, rowsOf } from './axis'
import { ColumnLayer } from './ColumnLayer'
import { cellsOf, isBookable } from './cells'
import type { TimelineActions } from './TimelineActions'
import { TimelineRow } from './TimelineRow'
import styles from './timeline.module.css'
import { type CellPlace, useDragToMove } from './useDragToMove'
import { useNow } from './useNow'

interface TimelineProps extends TimelineActions {
  label: string
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
  axis: Axis
  /** True when the lines have the times of a variant. */
  hasVariant: boolean
  headerOf: (column: Column) => ReactNode
  /** The column's name, for the ear. */
  nameOf: (column: Column) => string
  /** A cell was chosen in which nothing can be booked. */
  onExplain: (why: Why) => void
}

const rowHeights: Readonly<Record<number, number>> = { 15: 24, 20: 28, 30: 32, 60: 48 }

const isMovable = ({ status }: TimelineBooking): boolean => status === 'pending' || status === 'confirmed'

/**
 * Columns of time, hours downwards: cells that can be chosen, and over them what is booked, held and closed. The cells are a
 * grid with one tab stop and arrow keys; the bookings are a list with another.
 */
export const Timeline = ({
  label,
  columns,
  lines,
  axis,
  hasVariant,
  headerOf,
  nameOf,
  onExplain,
  onSelectFree,
  onSelectBooking,
  onMove,
}: TimelineProps) => {
  const text = useText()
  const display = useDisplay()
  const now = useNow()
  const grid = useRef<HTMLTableElement>(null)
  const rows = useMemo(() => rowsOf(axis), [axis])
  const cells = useMemo(
    () =>
      columns.map(column => {
        const line = lines.get(column.resourceId)
        return line ? cellsOf(axis, column, line, { now, hasVariant }) : []
      }),
    [axis, columns, lines, now, hasVariant],
  )

  const byRow = useMemo(
    () =>
      rows.map((position, row) => ({
        position,
        // A time that one day's clock skips is there on another day.
        millis: columns.map(column => instantAt(axis, column, position)).find(instant => instant !== undefined),
        cells: columns.map((column, index) => ({
          key: `${column.resourceId}/${column.date}`,
          isShared: (lines.get(column.resourceId)?.capacity ?? 1) > 1,
          cell: cells[index]?.[row],
        })),
      })),
    [axis, columns, lines, rows, cells],
  )

  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  const activeRow = Math.min(active.row, rows.length - 1)
  const activeColumn = Math.min(active.column, columns.length - 1)
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-row="${active.row}"][data-column="${active.column}"]`)?.focus()
  }, [active])
  const focusCell = (row: number, column: number) => {
    shouldFocus.current = true
    setActive({
      row: Math.min(Math.max(row, 0), rows.length - 1),
      column: Math.min(Math.max(column, 0), columns.length - 1),
    })
  }

  const choose = (place: CellPlace) => {
    const cell = cells[place.column]?.[place.row]
    const resourceId = columns[place.column]?.resourceId
    if (!cell || !resourceId || cell.state === 'skipped') return
    const startsAt = formatInstant(cell.startsAt)
    const [booking] = cell.bookings
    if (isBookable(cell) && onSelectFree) onSelectFree({ resourceId, startsAt, endsAt: formatInstant(cell.endsAt) })
    else if (!hasVariant && booking && onSelectBooking) onSelectBooking(booking.bookingId)
    else onExplain({ resourceId, startsAt, endsAt: cell.slot?.endsAt ?? null })
  }
  const placeOf = ({ target }: MouseEvent | KeyboardEvent): CellPlace | null => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-row]')
    return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
  }
  const clickCell = (event: MouseEvent) => {
    const place = placeOf(event)
    if (!place) return
    setActive(place)
    choose(place)
  }
  const pressKey = (event: KeyboardEvent) => {
    const place = placeOf(event)
    if (!place || event.altKey || event.metaKey) return
    const { row, column } = place
    const moves: Readonly<Record<string, () => void>> = {
      ArrowUp: () => focusCell(row - 1, column),
      ArrowDown: () => focusCell(row + 1, column),
      ArrowLeft: () => focusCell(row, column - 1),
      ArrowRight: () => focusCell(row, column + 1),
      Home: () => focusCell(event.ctrlKey ? 0 : row, 0),
      End: () => focusCell(event.ctrlKey ? rows.length - 1 : row, columns.length - 1),
      PageUp: () => focusCell(row - Math.round(60 / axis.step), column),
      PageDown: () => focusCell(row + Math.round(60 / axis.step), column),
      Enter: () => choose(place),
      ' ': () => choose(place),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  const found = useMemo(() => {
    const all = columns.flatMap((column, index) =>
      (lines.get(column.resourceId)?.bookings ?? [])
        .filter(({ startsAt, endsAt }) => Date.parse(startsAt) < column.end && Date.parse(endsAt) > column.start)
        .map(booking => ({ booking, column, index })),
    )
    return new Map(all.map(one => [`${one.index}/${one.booking.bookingId}`, one]))
  }, [columns, lines])
  const rowOf = (bookingId: string): number => {
    const one = Array.from(found.values()).find(({ booking }) => booking.bookingId === bookingId)
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
  const { drag, onGrab, wasDragged } = useDragToMove(rowOf, moveTo)

  const step = axis.step
  const shortTime = useCallback((millis: number) => formatTime(millis, display), [display])
  const draggedBooking =
    drag && Array.from(found.values()).find(({ booking }) => booking.bookingId === drag.bookingId)?.booking
  return (
    <div
      className={styles.timeline}
      style={
        {
          '--row': `${rowHeights[step] ?? 32}px`,
          gridTemplateColumns: `var(--axis) repeat(${columns.length}, minmax(0, 1fr))`,
          gridTemplateRows: `auto repeat(${rows.length}, var(--row))`,
        } as CSSProperties
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with one tab stop and arrow keys is a grid */}
      <table role="grid" aria-label={label} className={styles.grid} ref={grid} onClick={clickCell} onKeyDown={pressKey}>
        <thead className={styles.row}>
          <tr className={styles.row}>
            <th scope="col" className={styles.corner}>
              <span className={styles.hidden}>{text('availability.time')}</span>
            </th>
            {columns.map((column, index) => (
              <th
                scope="col"
                key={`${column.resourceId}/${column.date}`}
                className={styles.header}
                style={{ gridColumn: index + 2 }}
              >
                {headerOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.row}>
          {byRow.map(({ position, millis, cells: ofRow }, row) => (
            <TimelineRow
              key={position}
              row={row}
              time={millis === undefined ? '' : shortTime(millis)}
              isFullHour={position % 60 === 0}
              cells={ofRow}
              activeColumn={row === activeRow ? activeColumn : -1}
              step={step}
              shortTime={shortTime}
            />
          ))}
        </tbody>
      </table>
      {columns.map((column, index) => {
        const line = lines.get(column.resourceId)
        return (
          line && (
            <ColumnLayer
              key={`${column.resourceId}/${column.date}`}
              axis={axis}
              column={column}
              index={index}
              line={line}
              name={nameOf(column)}
              now={now}
              isMovable={booking => onMove !== undefined && isMovable(booking)}
              onGrab={(bookingId, event) => onGrab(bookingId, event)}
              onOpen={bookingId => {
                if (!wasDragged()) onSelectBooking?.(bookingId)
              }}
              onStep={(bookingId, rows, columnsOn) =>
                moveTo(bookingId, { row: rowOf(bookingId) + rows, column: index + columnsOn })
              }
              ghost={
                draggedBooking && drag?.target?.column === index
                  ? { row: drag.target.row, booking: draggedBooking }
                  : null
              }
            />
          )
        )
      })}
    </div>
  )
}
