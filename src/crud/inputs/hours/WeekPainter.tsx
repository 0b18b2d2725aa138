import { type PointerEvent, useRef, useState } from 'react'
import type { WeeklyHoursBlock } from '../../../schema'
import { minutesPerDay } from '../../../time/localTime'
import { type Display, useDisplay } from '../../../ui/format/display'
import { formatHours } from '../../../ui/format/hours'
import { weekdayName, weekFrom } from '../../../ui/format/names'
import { formatClock } from '../../../ui/format/times'
import styles from './hours.module.css'
import { barsOf, blockOf, closeSpan, isOpenAt, openSpan, type Span } from './week'

/** Minutes. */
const step = 30
const marks = [0, 6, 12, 18, 24]

interface WeekPoint {
  row: number
  minute: number
}

interface Stroke {
  from: WeekPoint
  to: WeekPoint
  isOpening: boolean
  hasMoved: boolean
}

const placed = ({ start, end }: Span) => ({
  left: `${(start / minutesPerDay) * 100}%`,
  width: `${((end - start) / minutesPerDay) * 100}%`,
})

const spanOfStroke = ({ from, to }: Stroke): Span => ({
  start: Math.min(from.minute, to.minute),
  end: Math.max(from.minute, to.minute) + step,
})

const coversRow = ({ from, to }: Stroke, row: number): boolean =>
  Math.min(from.row, to.row) <= row && row <= Math.max(from.row, to.row)

const shortLabel = (span: Span, display: Display): string => {
  const { startTime, endTime } = blockOf(span)
  const short = (time: string) => formatClock(time, display).replace(/:00(?=\D|$)/, '')
  return span.end - span.start < 180 ? '' : `${short(startTime)}–${short(endTime)}`
}

interface WeekPainterProps {
  blocks: readonly WeeklyHoursBlock[]
  onChange: (blocks: WeeklyHoursBlock[]) => void
}

/** Drags open closed time, and close open time. */
export const WeekPainter = ({ blocks, onChange }: WeekPainterProps) => {
  const display = useDisplay()
  const rows = useRef<HTMLDivElement>(null)
  const [stroke, setStroke] = useState<Stroke | null>(null)
  const weekdays = weekFrom(display.weekStartsOn)

  const pointOf = (event: PointerEvent): WeekPoint | null => {
    const tracks = Array.from(rows.current?.querySelectorAll('[data-track]') ?? [], track =>
      track.getBoundingClientRect(),
    )
    const [first] = tracks
    if (!first) return null
    const below = tracks.findIndex(({ bottom }) => event.clientY < bottom)
    const share = Math.min(Math.max((event.clientX - first.left) / first.width, 0), 0.9999)
    return {
      row: below < 0 ? tracks.length - 1 : below,
      minute: Math.floor((share * minutesPerDay) / step) * step,
    }
  }
  const begin = (event: PointerEvent) => {
    const point = pointOf(event)
    if (event.button !== 0 || !point || !(event.target as Element).closest('[data-track]')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const weekday = weekdays[point.row] ?? 1
    setStroke({ from: point, to: point, isOpening: !isOpenAt(blocks, weekday, point.minute), hasMoved: false })
  }
  const move = (event: PointerEvent) => {
    const point = stroke && pointOf(event)
    if (!point) return
    const hasMoved = stroke.hasMoved || point.row !== stroke.from.row || point.minute !== stroke.from.minute
    setStroke({ ...stroke, to: point, hasMoved })
  }
  const end = () => {
    setStroke(null)
    // A click may be an accident.
    if (!stroke?.hasMoved) return
    const paint = stroke.isOpening ? openSpan : closeSpan
    const span = spanOfStroke(stroke)
    onChange(
      weekdays
        .filter((_, row) => coversRow(stroke, row))
        .reduce<WeeklyHoursBlock[]>((week, weekday) => paint(week, weekday, span), [...blocks]),
    )
  }
  const shown = stroke?.hasMoved ? stroke : null
  return (
    <div
      ref={rows}
      className={styles.painter}
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setStroke(null)}
    >
      <div className={styles.axis}>
        {marks.map(hour => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {weekdays.map((weekday, row) => (
        <div key={weekday} className={styles.paintRow}>
          <span>{weekdayName(weekday, display.locale, 'short')}</span>
          <div className={styles.track} data-track={weekday}>
            {barsOf(blocks, weekday).map(bar => (
              <span
                key={`${bar.start}-${bar.isSpill}`}
                className={bar.isSpill ? styles.spill : styles.bar}
                style={placed(bar)}
              >
                {shortLabel(bar, display)}
              </span>
            ))}
            {shown && coversRow(shown, row) && (
              <span className={shown.isOpening ? styles.opening : styles.closing} style={placed(spanOfStroke(shown))}>
                {formatHours(blockOf(spanOfStroke(shown)), display)}
              </span>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
