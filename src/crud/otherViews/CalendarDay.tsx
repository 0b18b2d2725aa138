import visuallyHidden from '@mui/utils/visuallyHidden'
import type { KeyboardEvent } from 'react'
import type { LocalDay } from '../../time/localDate'
import { formatDay } from '../../ui/format/clockTimes'
import { useDisplay } from '../../ui/format/display'
import { CalendarEntry } from './CalendarEntry'
import styles from './calendar.module.css'
import type { CalendarContent } from './calendarContent'
import type { Bar } from './calendarWeek'
import { ShownValues } from './ShownValues'
import type { CalendarDrag } from './useCalendarDrag'
import { useOpenView } from './useOpenView'
import { useViewText } from './useViewText'

interface CalendarDayProps extends Pick<CalendarContent, 'calendar' | 'shows' | 'isTimed' | 'today'> {
  date: string
  day: LocalDay
  monday: LocalDay
  bars: readonly Bar[]
  lanes: number
  isOut: boolean
  isWeek: boolean
  isCurrent: boolean
  drag: CalendarDrag
  onNew: ((date: string) => void) | null
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export const CalendarDay = ({
  date,
  day,
  monday,
  bars,
  lanes,
  isOut,
  isWeek,
  isCurrent,
  drag,
  onNew,
  ...props
}: CalendarDayProps) => {
  const { today, onFocus, onKeyDown, ...content } = props
  const text = useViewText()
  const { locale } = useDisplay()
  const [, change] = useOpenView()
  const openWeek = () => change({ date, period: 'week' })
  const open = onNew ? () => onNew(date) : isWeek ? undefined : openWeek
  const more = bars.filter(({ lane }) => lane >= lanes).length
  const count = text('crud.calendar.count', { smart_count: bars.length })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button of the day does the same
    <td
      data-out={isOut}
      data-over={drag.over === day}
      onClick={event => {
        if (!(event.target as Element).closest('a, button')) onNew?.(date)
      }}
      onDragOver={event => drag.hover(event, day)}
      onDrop={event => drag.drop(event, day)}
    >
      <button
        type="button"
        className={styles.day}
        data-date={date}
        aria-current={date === today ? 'date' : undefined}
        aria-label={[formatDay(date, locale, 'full'), count, onNew && text('crud.calendar.new')]
          .filter(Boolean)
          .join(', ')}
        aria-disabled={!open}
        data-tip={onNew ? text('crud.calendar.new') : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onClick={open}
      >
        {Number(date.slice(8))}
      </button>
      <ul>
        {bars
          .filter(({ lane }) => lane < lanes)
          .toSorted((a, b) => a.lane - b.lane)
          .map(bar => {
            const { record, lane, first, last } = bar
            if (monday + bar.column < day)
              return (
                <li key={record.id} style={visuallyHidden}>
                  <ShownValues names={content.shows} record={record} />
                </li>
              )
            const isCutAfter = last > monday + 6
            return (
              <li
                key={record.id}
                className={styles.bar}
                style={{ gridRow: lane + 1, width: `calc(${bar.days * 100}% - 0.375rem)` }}
              >
                <CalendarEntry
                  {...content}
                  entry={bar}
                  isCutBefore={first < day}
                  isCutAfter={isCutAfter}
                  onDragStart={drag.mayMove(bar) ? event => drag.grab(event, bar, monday, false) : undefined}
                />
                {!isCutAfter && drag.mayEnd(bar) && (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the form of the record does the same
                  <span
                    className={styles.handle}
                    data-tip={text('crud.calendar.resize')}
                    draggable
                    onDragStart={event => drag.grab(event, bar, monday, true)}
                  />
                )}
              </li>
            )
          })}
        {more > 0 && (
          <li style={{ gridRow: lanes + 1 }}>
            <button type="button" className={styles.more} onClick={openWeek}>
              {text('crud.calendar.more', { smart_count: more })}
            </button>
          </li>
        )}
      </ul>
    </td>
  )
}
