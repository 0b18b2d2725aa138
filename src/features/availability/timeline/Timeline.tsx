import visuallyHidden from '@mui/utils/visuallyHidden'
import { useEvent } from 'ra-core'
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatInstant, MINUTE } from '../../../declare'
import type { Span } from '../../../scheduling'
import { formatTime, formatTimes, useDisplay } from '../../../show'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import { useColorBy } from '../useColorBy'
import { useText } from '../useText'
import type { Why } from '../why'
import { type Axis, type Column, instantAt } from './axis'
import { ColumnLayer, type Ghost } from './ColumnLayer'
import { isBookable } from './cells'
import { columnLayout } from './columnLayout'
import type { TimelineActions } from './TimelineActions'
import { TimelineRow } from './TimelineRow'
import styles from './timeline.module.css'
import { useBookingCard } from './useBookingCard'
import { type CellPlace, useDragToMove } from './useDragToMove'
import { useGridFocus } from './useGridFocus'
import { type Mark, rowsOfMark, useMark } from './useMark'
import { usePlacedBookings } from './usePlacedBookings'
import { useTimelineCells } from './useTimelineCells'

interface TimelineProps extends TimelineActions {
  label: string
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
  axis: Axis
  hasVariant: boolean
  headerOf: (column: Column) => ReactNode
  nameOf: (column: Column) => string
  corner?: ReactNode
  onExplain: (why: Why) => void
}

const MarkMenu = lazy(() => import('./MarkMenu'))

const rowHeights: Readonly<Record<number, number>> = { 15: 24, 20: 28, 30: 32, 60: 48 }

const isMovableBooking = ({ status, isForeign }: TimelineBooking): boolean =>
  !isForeign && (status === 'pending' || status === 'confirmed')

const TimelineHead = ({ columns, headerOf, corner }: Pick<TimelineProps, 'columns' | 'headerOf' | 'corner'>) => {
  const text = useText()
  return (
    <thead className={styles.row}>
      <tr className={styles.row}>
        <th scope="col" className={styles.corner}>
          <span style={visuallyHidden}>{text('availability.time')}</span>
          {corner}
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
  )
}

/** One tab stop for the grid, and one for each column's bookings. */
export const Timeline = ({
  label,
  columns,
  lines,
  axis,
  hasVariant,
  headerOf,
  nameOf,
  corner,
  onExplain,
  onSelectFree,
  onBlock,
  onSelectBlock,
  onResizeBlock,
  onSelectBooking,
  onMove,
  Card,
  WaitingMarks,
}: TimelineProps) => {
  const text = useText()
  const display = useDisplay()
  const [colorBy] = useColorBy()
  const grid = useRef<HTMLTableElement>(null)
  const { now, cells, rows } = useTimelineCells({ axis, columns, lines, hasVariant })
  const { ghostsOf, rowOf, moveTo } = usePlacedBookings({ axis, columns, lines, onMove })
  const { drag, onGrab, wasDragged } = useDragToMove(rowOf, moveTo)

  /** Null at a time that the clock skips. */
  const spanOf = (marked: Mark): Span | null => {
    const { from, to } = rowsOfMark(marked)
    const column = columns[marked.column]
    const instant = (row: number) => column && instantAt(axis, column, axis.from + row * axis.step)
    const [first, last] = [instant(from), instant(to)]
    if (first === undefined || last === undefined) return null
    return { startsAt: formatInstant(first), endsAt: formatInstant(last + axis.step * MINUTE) }
  }
  const [asked, setAsked] = useState<Mark | null>(null)
  const onMarked = (marked: Mark) => {
    const resourceId = columns[marked.column]?.resourceId
    const span = spanOf(marked)
    if (!span || !resourceId) return
    if (onBlock) return setAsked(marked)
    clear()
    onSelectFree?.({ resourceId, ...span })
  }
  const { mark, clear, extend, wasMarked, handlers: marking } = useMark(grid, onMarked)
  const shownMark = onSelectFree || onBlock ? mark : null
  const markedSpan = shownMark && spanOf(shownMark)
  const markedLine = shownMark && lines.get(columns[shownMark.column]?.resourceId ?? '')

  const choose = (place: CellPlace) => {
    if (wasMarked()) return
    if (mark?.column === place.column && mark.head === place.row) return onMarked(mark)
    const cell = cells[place.column]?.[place.row]
    const resourceId = columns[place.column]?.resourceId
    if (!cell || !resourceId || cell.state === 'skipped') return
    const startsAt = formatInstant(cell.startsAt)
    const [booking] = cell.bookings
    if (isBookable(cell) && onSelectFree) onSelectFree({ resourceId, startsAt, endsAt: formatInstant(cell.endsAt) })
    else if (!hasVariant && booking && !booking.isForeign && onSelectBooking) onSelectBooking(booking.bookingId)
    else onExplain({ resourceId, startsAt, endsAt: cell.slot?.endsAt ?? null })
  }
  const { activeRow, activeColumn, handlers } = useGridFocus({
    grid,
    rowCount: rows.length,
    columnCount: columns.length,
    rowsPerPage: Math.round(60 / axis.step),
    onChoose: choose,
    onExtend: extend,
    onAsk: place => {
      if (mark) return choose(place)
      extend(place, place.row)
      onMarked({ column: place.column, anchor: place.row, head: place.row })
    },
    onMove: clear,
  })

  const step = axis.step
  const shortTime = useCallback((millis: number) => formatTime(millis, display), [display])
  const ghosts = drag?.target ? ghostsOf(drag.bookingId, drag.target) : new Map<number, Span>()
  const timesOf = ({ startsAt, endsAt }: Span) => formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)
  const ghostIn = (index: number): Ghost | null => {
    const isMarked = shownMark?.column === index
    const span = isMarked ? markedSpan : ghosts.get(index)
    const row = isMarked ? rowsOfMark(shownMark).from : drag?.target?.row
    if (!span || row === undefined) return null
    return { row, length: (Date.parse(span.endsAt) - Date.parse(span.startsAt)) / MINUTE, times: timesOf(span) }
  }
  const nowColumn = columns.find(({ start, end }) => start <= now && now < end)
  const range = useMemo(
    () => ({
      from: Math.min(...columns.map(({ start }) => start)),
      to: Math.max(...columns.map(({ end }) => end)),
    }),
    [columns],
  )
  const nowTop = nowColumn ? columnLayout(axis, nowColumn).topOf(now) : null
  const nowMark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (nowColumn?.date && scrollY === 0) nowMark.current?.scrollIntoView?.({ block: 'center' })
  }, [nowColumn?.date])
  const { litId, card, ...pointed } = useBookingCard()
  const isMovable = useCallback(
    (booking: TimelineBooking) => onMove !== undefined && isMovableBooking(booking),
    [onMove],
  )
  const grabBooking = useEvent(onGrab)
  const openBooking = useEvent((bookingId: string) => {
    pointed.close()
    if (!wasDragged()) onSelectBooking?.(bookingId)
  })
  const stepBooking = useEvent((bookingId: string, rowsDown: number, column: number) =>
    moveTo(bookingId, { row: rowOf(bookingId) + rowsDown, column }),
  )
  return (
    <div
      className={styles.timeline}
      data-color-by={colorBy}
      {...pointed.handlers}
      style={
        {
          '--row-on-screen': `${rowHeights[step] ?? 32}px`,
          '--rows': rows.length,
          gridTemplateColumns: `var(--axis) repeat(${columns.length}, minmax(0, 1fr))`,
          gridTemplateRows: `auto repeat(${rows.length}, var(--row))`,
        } as CSSProperties
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with one tab stop and arrow keys is a grid */}
      <table role="grid" aria-label={label} className={styles.grid} ref={grid} {...handlers} {...marking}>
        <TimelineHead columns={columns} headerOf={headerOf} corner={corner} />
        <tbody className={styles.row}>
          {rows.map(({ position, millis, cells: ofRow }, row) => (
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
      {nowTop !== null && (
        <div aria-hidden className={styles.nowAxis}>
          <span ref={nowMark} style={{ top: nowTop }}>
            {shortTime(now)}
          </span>
        </div>
      )}
      {columns.map((column, index) => {
        const line = lines.get(column.resourceId)
        if (!line) return null
        return (
          <ColumnLayer
            key={`${column.resourceId}/${column.date}`}
            axis={axis}
            column={column}
            index={index}
            line={line}
            name={nameOf(column)}
            now={now}
            isMovable={isMovable}
            onGrab={grabBooking}
            onOpen={openBooking}
            onStep={stepBooking}
            ghost={ghostIn(index)}
            litId={drag?.bookingId ?? litId}
            WaitingMarks={WaitingMarks}
            onSelectBlock={onSelectBlock}
            onResizeBlock={onResizeBlock}
            range={range}
          />
        )
      })}
      <span role="status" style={visuallyHidden}>
        {markedSpan && text('availability.marked', { time: timesOf(markedSpan) })}
      </span>
      {asked && markedSpan && markedLine && (
        <Suspense>
          <MarkMenu
            time={{ ...markedSpan, resourceId: markedLine.resourceId }}
            title={`${markedLine.name}, ${timesOf(markedSpan)}`}
            anchor={() =>
              grid.current?.querySelector(`[data-row="${asked.head}"][data-column="${asked.column}"]`) ?? null
            }
            onBook={onSelectFree}
            onBlock={onBlock}
            onClose={() => {
              setAsked(null)
              clear()
            }}
          />
        </Suspense>
      )}
      {card && !drag && Card && (
        <Suspense>
          <Card {...card} handlers={pointed.cardHandlers} />
        </Suspense>
      )}
    </div>
  )
}
