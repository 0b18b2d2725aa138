import visuallyHidden from '@mui/utils/visuallyHidden'
import {
  type ComponentProps,
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useRef,
} from 'react'
import { MINUTE } from '../../../declare'
import type { Span } from '../../../scheduling'
import { formatTime, formatTimes, useDisplay } from '../../../show'
import type { ResourceLine } from '../availabilityApi'
import { useColorBy } from '../useColorBy'
import { useText } from '../useText'
import type { Why } from '../why'
import { type Column, columnAt, type DayAxis } from './axis'
import { ColumnLayer, type Ghost } from './ColumnLayer'
import { columnLayout } from './columnLayout'
import type { TimelineActions } from './TimelineActions'
import { TimelineRow } from './TimelineRow'
import styles from './timeline.module.css'
import { useBookingCard } from './useBookingCard'
import { useBookingMoves } from './useBookingMoves'
import { useChosenCell } from './useChosenCell'
import { rowsOfMark } from './useMark'
import { useMarkedTime } from './useMarkedTime'
import { useOpening } from './useOpening'
import { useTimelineCells } from './useTimelineCells'

interface TimelineProps extends TimelineActions {
  label: string
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
  axis: DayAxis
  hasVariant: boolean
  headerOf: (column: Column) => ReactNode
  nameOf: (column: Column) => string
  corner?: ReactNode
  onExplain: (why: Why) => void
}

const MarkMenu = lazy(() => import('./MarkMenu'))

const rowHeights: Readonly<Record<number, number>> = { 15: 24, 20: 28, 30: 32, 60: 48 }

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

interface NowAxisProps extends Pick<TimelineProps, 'axis' | 'columns'> {
  now: number
  shortTime: (millis: number) => string
}

const NowAxis = ({ axis, columns, now, shortTime }: NowAxisProps) => {
  const column = columnAt(columns, now)
  const top = column ? columnLayout(axis, column).topOf(now) : null
  if (top === null) return null
  return (
    <div aria-hidden className={styles.nowAxis}>
      <span style={{ top }}>{shortTime(now)}</span>
    </div>
  )
}

type OfEachColumn = 'column' | 'index' | 'line' | 'name' | 'ghost' | 'range'

interface ColumnLayersProps
  extends Pick<TimelineProps, 'columns' | 'lines' | 'nameOf'>,
    Omit<ComponentProps<typeof ColumnLayer>, OfEachColumn> {
  ghostIn: (index: number) => Ghost | null
}

const ColumnLayers = ({ columns, lines, nameOf, ghostIn, ...ofAll }: ColumnLayersProps) => {
  const range = useMemo(
    () => ({
      from: Math.min(...columns.map(({ start }) => start)),
      to: Math.max(...columns.map(({ end }) => end)),
    }),
    [columns],
  )
  return columns.map((column, index) => {
    const line = lines.get(column.resourceId)
    if (!line) return null
    return (
      <ColumnLayer
        key={`${column.resourceId}/${column.date}`}
        {...{ column, index, line, range, ...ofAll }}
        name={nameOf(column)}
        ghost={ghostIn(index)}
      />
    )
  })
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
  Card,
  WaitingMarks,
  ...actions
}: TimelineProps) => {
  const text = useText()
  const display = useDisplay()
  const [colorBy] = useColorBy()
  const grid = useRef<HTMLTableElement>(null)
  const { now, cells, rows } = useTimelineCells({ axis, columns, lines, hasVariant })
  useOpening(grid, { axis, columns, now })
  const { litId, card, ...pointed } = useBookingCard()
  const moves = useBookingMoves({ axis, columns, lines, closeCard: pointed.close, ...actions })
  const { question, ...marked } = useMarkedTime({ grid, axis, columns, lines, ...actions })
  const { activeRow, activeColumn, handlers } = useChosenCell({
    ...{ grid, axis, columns, cells, rowCount: rows.length, hasVariant, marking: marked, onExplain },
    ...actions,
  })

  const shortTime = useCallback((millis: number) => formatTime(millis, display), [display])
  const timesOf = ({ startsAt, endsAt }: Span) => formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)
  const ghostIn = (index: number): Ghost | null => {
    const { shown } = marked
    const isMarked = shown?.column === index
    const span = isMarked ? marked.span : moves.ghosts.get(index)
    const row = isMarked ? rowsOfMark(shown).from : moves.drag?.target?.row
    if (!span || row === undefined) return null
    return { row, length: (Date.parse(span.endsAt) - Date.parse(span.startsAt)) / MINUTE, times: timesOf(span) }
  }
  return (
    <div
      className={styles.timeline}
      data-color-by={colorBy}
      {...pointed.handlers}
      style={
        {
          '--row-on-screen': `${rowHeights[axis.step] ?? 32}px`,
          '--rows': rows.length,
          gridTemplateColumns: `var(--axis) repeat(${columns.length}, minmax(0, 1fr))`,
          gridTemplateRows: `auto repeat(${rows.length}, var(--row))`,
        } as CSSProperties
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with one tab stop and arrow keys is a grid */}
      <table role="grid" aria-label={label} className={styles.grid} ref={grid} {...handlers} {...marked.handlers}>
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
              step={axis.step}
              shortTime={shortTime}
            />
          ))}
        </tbody>
      </table>
      <NowAxis axis={axis} columns={columns} now={now} shortTime={shortTime} />
      <ColumnLayers
        {...{ axis, columns, lines, nameOf, now, ghostIn, WaitingMarks, ...moves.handlers }}
        litId={moves.drag?.bookingId ?? litId}
        onSelectBlock={actions.onSelectBlock}
        onResizeBlock={actions.onResizeBlock}
      />
      <span role="status" style={visuallyHidden}>
        {marked.span && text('availability.marked', { time: timesOf(marked.span) })}
      </span>
      {question && (
        <Suspense>
          <MarkMenu
            time={question.time}
            title={`${question.name}, ${timesOf(question.time)}`}
            anchor={() => grid.current?.querySelector(question.cell) ?? null}
            onBook={actions.onSelectFree}
            onBlock={actions.onBlock}
            onClose={marked.endQuestion}
          />
        </Suspense>
      )}
      {card && !moves.drag && Card && (
        <Suspense>
          <Card {...card} handlers={pointed.cardHandlers} />
        </Suspense>
      )}
    </div>
  )
}
