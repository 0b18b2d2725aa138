import Schedule from '@mui/icons-material/ScheduleOutlined'
import { useMemo } from 'react'
import { useMachineText } from '../../../i18n/useMachineText'
import type { WeeklyHoursBlock } from '../../../schema'
import { useDisplay } from '../../../ui/format/display'
import { formatMinutes } from '../../../ui/format/numbers'
import { formatDate, formatMoment } from '../../../ui/format/times'
import { clockChanges } from './clockChanges'
import styles from './hours.module.css'
import { spanOf } from './week'

interface ClockChangesProps {
  timeZone: string
  blocks: readonly WeeklyHoursBlock[]
}

const ClockChanges = ({ timeZone, blocks }: ClockChangesProps) => {
  const text = useMachineText()
  const display = useDisplay()
  const days = useMemo(() => {
    const weeklyHours = blocks.filter(block => spanOf(block))
    try {
      return clockChanges({ timeZone, weeklyHours }, Date.now(), 2)
    } catch {
      // This browser does not know the zone.
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
