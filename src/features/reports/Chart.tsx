import { type Dimension, isTime, type MeasureName } from '../../reports'
import { Muted, useDisplay, useIsNarrow } from '../../show'
import type { Figures, FiguresRow } from './figuresApi'
import { formatFigure, formatKey } from './formatFigure'
import styles from './reports.module.css'
import { unitsOf } from './unitsOf'
import { useText } from './useText'

interface ChartProps {
  figures: Figures
  rows: readonly FiguresRow[]
  measure: MeasureName
  by: Dimension
}

const [top, bottom, left] = [20, 22, 4]
const height = 220
const mostBars = 12
/** A letter's average width. */
const letter = 6

/** Screen readers have the table. */
export const Chart = ({ figures, rows, measure, by }: ChartProps) => {
  const text = useText()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const shown = unitsOf(figures)(measure)
  const said = (value: number | null) => formatFigure(value, shown, display.locale)
  const bars = rows.map(row => ({
    label: formatKey(by, row, { display, text }),
    value: row.figures[measure]?.value ?? 0,
    previous: row.figures[measure]?.previous ?? 0,
  }))
  const most = Math.max(0, ...bars.flatMap(({ value, previous }) => [value, previous]))
  if (most === 0) return <Muted>{text('reports.none')}</Muted>
  if (!isTime(by))
    return (
      <ul className={styles.bars} aria-hidden>
        {bars.slice(0, mostBars).map(({ label, value }) => (
          <li key={label}>
            <span>{label}</span>
            <i>
              <b style={{ width: `${(value / most) * 100}%` }} />
            </i>
            <span>{said(value)}</span>
          </li>
        ))}
      </ul>
    )
  const width = isNarrow ? 320 : 420
  const step = (width - 2 * left) / bars.length
  const rise = (value: number): number => (value / most) * (height - top - bottom)
  const floor = height - bottom
  const longest = letter * Math.max(...bars.map(({ label }) => label.length))
  // The outer labels stay inside, half their length nearer to their neighbours.
  const everyNth = longest < step ? 1 : Math.ceil((1.5 * longest + 2 * letter) / step - 0.5)
  const middleOf = (index: number): number =>
    Math.min(Math.max(left + (index + 0.5) * step, longest / 2), width - longest / 2)
  const bar = (value: number, index: number, part: number, className: string | undefined) => (
    <rect
      className={className}
      x={left + index * step + (step * (1 - part)) / 2}
      y={floor - rise(value)}
      width={step * part}
      height={rise(value)}
      rx={Math.min(3, step / 4)}
    />
  )
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {[0, 0.5, 1].map(part => (
        <line
          key={part}
          className={styles.grid}
          x1={0}
          x2={width}
          y1={floor - rise(most * part)}
          y2={floor - rise(most * part)}
        />
      ))}
      {bars.map(({ label, value, previous }, index) => (
        <g key={label} data-tip={`${label}: ${said(value)}`}>
          {figures.compare && bar(previous, index, 0.9, styles.before)}
          {bar(value, index, figures.compare ? 0.55 : 0.75, styles.bar)}
          {index % everyNth === 0 && (
            <text x={middleOf(index)} y={height - 6} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
      <text className={styles.most} x={width} y={top - 6}>
        {said(most)}
      </text>
    </svg>
  )
}
