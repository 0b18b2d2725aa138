import Schedule from '@mui/icons-material/ScheduleOutlined'
import { useMemo } from 'react'
import type { WeeklyHoursBlock } from '../../../schema'
import { useDisplay } from '../../format/display'
import { formatMinutes } from '../../format/numbers'
import { formatDate, formatMoment } from '../../format/times'
import { useCrudText } from '../../text/useCrudText'
import { clockChanges } from './clockChanges'
import styles from './hours.module.css'
import { spanOf } from './week'

interface ClockChangesProps {
  timeZone: string
  blocks: readonly WeeklyHoursBlock[]
}

/** The next days on which the clocks of a zone change, and what that does to the hours: a day of 23 or 25 hours is not hidden. */
const ClockChanges = ({ timeZone, blocks }: ClockChangesProps) => {
  const text = useCrudText()
  const display = useDisplay()
  const days = useMemo(() => {
    const weeklyHours = blocks.filter(block => spanOf(block))
    try {
      return clockChanges({ id: '', name: '', timeZone, weeklyHours }, Date.now(), 2)
    } catch {
      // A zone that this browser does not know.
      return []
    }
  }, [timeZone, blocks])
  if (days.length === 0) return null
  const settings = { ...display, timeZone }
  return (
    <ul className={styles.changes}>
      {days.map(({ date, dayLengthMinutes, clockChange, windows }) => (
        <li key={date}>
          <Schedule fontSize="inherit" />
          <span>
            {text(clockChange === 'skipped' ? 'crud.hours.shortDay' : 'crud.hours.longDay', {
              date: formatDate(date, display.locale),
              length: formatMinutes(dayLengthMinutes, display.locale),
              zone: timeZone,
            })}{' '}
            {windows.map(({ startsAt, endsAt, minutes }) => (
              <span key={startsAt} className={styles.window}>
                {formatMoment(startsAt, settings)} – {formatMoment(endsAt, settings)} (
                {formatMinutes(minutes, display.locale)})
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

export default ClockChanges
