import visuallyHidden from '@mui/utils/visuallyHidden'
import { useState } from 'react'
import { parseLocalDate } from '../../time/localDate'
import { useDateKeys } from '../../ui/calendar/useDateKeys'
import { WeekdayHead } from '../../ui/calendar/WeekdayHead'
import { CalendarDay } from './CalendarDay'
import styles from './calendar.module.css'
import type { CalendarContent } from './calendarContent'
import { barsOf, lanesShown } from './calendarWeek'
import { useCalendarDrag } from './useCalendarDrag'
import { useNewOn } from './useNewOn'
import { useViewText } from './useViewText'

const linesOfMonth = 4

interface CalendarGridProps extends CalendarContent {
  weeks: readonly (readonly string[])[]
  isWeek: boolean
}

/** Arrow keys move between days, Tab reaches entries, and the record's form does what a drag does. */
export const CalendarGrid = ({ weeks, isWeek, entries, date, goTo, ...content }: CalendarGridProps) => {
  const { calendar } = content
  const text = useViewText()
  const newOn = useNewOn(calendar)
  const drag = useCalendarDrag(calendar)
  const [focused, setFocused] = useState(date)
  const days = weeks.flat()
  const current = days.includes(focused) ? focused : date
  const { grid, onKeyDown } = useDateKeys(current, next => {
    setFocused(next)
    if (isWeek ? !days.includes(next) : next.slice(0, 7) !== date.slice(0, 7)) goTo(next)
  })
  return (
    <table ref={grid} className={styles.grid} data-week={isWeek} data-dragging={drag.isDragging} onDragEnd={drag.letGo}>
      <caption style={visuallyHidden}>{text('crud.views.calendar')}</caption>
      <WeekdayHead />
      <tbody>
        {weeks.map(week => {
          const monday = parseLocalDate(week[0] ?? date)
          const bars = barsOf(monday, entries)
          return (
            <tr key={monday}>
              {week.map((each, column) => (
                <CalendarDay
                  key={each}
                  {...content}
                  date={each}
                  day={monday + column}
                  monday={monday}
                  bars={bars.filter(bar => bar.column <= column && bar.column + bar.days > column)}
                  lanes={isWeek ? Number.POSITIVE_INFINITY : lanesShown(bars, linesOfMonth)}
                  isOut={!isWeek && each.slice(0, 7) !== date.slice(0, 7)}
                  isWeek={isWeek}
                  isCurrent={each === current}
                  drag={drag}
                  onNew={newOn}
                  onFocus={() => setFocused(each)}
                  onKeyDown={onKeyDown}
                />
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
