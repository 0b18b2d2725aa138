import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { addMonths, firstOfMonth, weeksOf } from '../format/dates'
import { useDisplay } from '../format/display'
import { formatWith } from '../format/times'
import { usePickerText } from '../inputs/usePickerText'
import styles from './monthCalendar.module.css'
import { useDateKeys } from './useDateKeys'
import { WeekdayHead } from './WeekdayHead'

/** A day's look and description in a `MonthCalendar`. */
export interface DayLook {
  state: 'open' | 'closed' | 'specialOpen' | 'specialClosed' | 'plain' | 'chosen'
  description: string
  /** Visible, but not selectable. */
  isOut?: boolean
  /** `23 h`, unless the day has 24. */
  badge: string | null
  /** `short` is for narrow days. */
  lines?: readonly string[]
  short?: string
}

interface MonthCalendarProps {
  today: string
  start?: string
  takesFocus?: boolean
  lookOf: (date: string) => DayLook
  onChoose: (date: string) => void
  isLarge?: boolean
  summaryOf?: ((month: string) => ReactNode) | undefined
}

/** Keys are arrows, Page Up and Page Down, with Shift by years. */
export const MonthCalendar = ({
  today,
  start = today,
  takesFocus = false,
  lookOf,
  onChoose,
  isLarge = false,
  summaryOf,
}: MonthCalendarProps) => {
  const text = usePickerText()
  const { locale, weekStartsOn } = useDisplay()
  const [current, setCurrent] = useState(start)
  const { grid, onKeyDown } = useDateKeys(current, setCurrent)
  const titleId = useId()
  const month = firstOfMonth(current)

  const isFocusDue = useRef(takesFocus)
  useEffect(() => {
    if (isFocusDue.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isFocusDue.current = false
  }, [grid])
  return (
    <div className={styles.calendar} data-large={isLarge}>
      <div className={styles.header}>
        <IconButton
          size="small"
          aria-label={text('crud.dates.previousMonth')}
          onClick={() => setCurrent(addMonths(current, -1))}
        >
          <ChevronLeft />
        </IconButton>
        <span id={titleId} aria-live="polite" className={styles.title}>
          {formatWith(month, locale, { year: 'numeric', month: 'long' })}
        </span>
        <IconButton
          size="small"
          aria-label={text('crud.dates.nextMonth')}
          onClick={() => setCurrent(addMonths(current, 1))}
        >
          <ChevronRight />
        </IconButton>
        {summaryOf && (
          <p role="status" className={styles.summary}>
            {summaryOf(month)}
          </p>
        )}
      </div>
      <table ref={grid} aria-labelledby={titleId} className={styles.days}>
        <WeekdayHead />
        <tbody onKeyDown={onKeyDown}>
          {weeksOf(month, weekStartsOn).map(week => (
            <tr key={week[0]}>
              {week.map(date => {
                const look = lookOf(date)
                const name = formatWith(date, locale, { dateStyle: 'full' })
                return (
                  <td key={date}>
                    {firstOfMonth(date) === month && (
                      <button
                        type="button"
                        className={styles.day}
                        data-date={date}
                        data-state={look.state}
                        aria-current={date === today ? 'date' : undefined}
                        aria-label={[name, look.description].filter(Boolean).join(', ')}
                        data-tip={look.description}
                        aria-pressed={look.state === 'chosen' || undefined}
                        aria-disabled={look.isOut}
                        tabIndex={date === current ? 0 : -1}
                        onClick={() => {
                          if (look.isOut) return
                          setCurrent(date)
                          onChoose(date)
                        }}
                      >
                        <span className={styles.number}>{Number(date.slice(8))}</span>
                        {look.short && <span className={styles.short}>{look.short}</span>}
                        {look.lines?.map(line => (
                          <span key={line} className={styles.line}>
                            {line}
                          </span>
                        ))}
                        {look.badge && <span className={styles.badge}>{look.badge}</span>}
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
