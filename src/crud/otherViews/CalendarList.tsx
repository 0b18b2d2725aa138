import Add from '@mui/icons-material/Add'
import IconButton from '@mui/material/IconButton'
import { parseLocalDate } from '../../time/localDate'
import { formatDay } from '../../ui/format/clockTimes'
import { useDisplay } from '../../ui/format/display'
import { Muted, Row } from '../../ui/layout'
import { CalendarEntry } from './CalendarEntry'
import styles from './calendar.module.css'
import type { CalendarContent } from './calendarContent'
import { useNewOn } from './useNewOn'
import { useViewText } from './useViewText'

export const CalendarList = ({ entries, days, today, ...content }: CalendarContent & { days: readonly string[] }) => {
  const text = useViewText()
  const { locale } = useDisplay()
  const newOn = useNewOn(content.calendar)
  return (
    <ol className={styles.agenda}>
      {days.map(date => {
        const day = parseLocalDate(date)
        const name = formatDay(date, locale, 'long')
        const onDay = entries.filter(({ first, last }) => first <= day && last >= day)
        return (
          <li key={date} data-today={date === today} data-empty={onDay.length === 0}>
            <Row justify="space-between">
              <h3>{name}</h3>
              {newOn && (
                <IconButton
                  size="small"
                  aria-label={`${text('crud.calendar.new')}: ${name}`}
                  onClick={() => newOn(date)}
                >
                  <Add fontSize="small" />
                </IconButton>
              )}
            </Row>
            {onDay.map(entry => (
              <CalendarEntry
                key={entry.record.id}
                {...content}
                entry={entry}
                isCutBefore={entry.first < day}
                isCutAfter={entry.last > day}
              />
            ))}
          </li>
        )
      })}
      {entries.length === 0 && <Muted as="li">{text('crud.calendar.none')}</Muted>}
    </ol>
  )
}
