import Schedule from '@mui/icons-material/ScheduleOutlined'
import { useMemo } from 'react'
import type { ZonedHours } from '../../../hours/hoursInput'
import { type OpeningDay, openingDays } from '../../../hours/openingDays'
import type { WeeklyHoursBlock } from '../../../schema'
import { DAY } from '../../../time/instant'
import { formatLocalDate } from '../../../time/localDate'
import { zoneOf } from '../../../time/Zone'
import { useDisplay } from '../../../ui/format/display'
import { formatMinutes } from '../../../ui/format/numbers'
import { formatDate, formatMoment } from '../../../ui/format/times'
import { Stack } from '../../../ui/layout'
import styles from './hours.module.css'
import { useHoursText } from './useHoursText'
import { spanOf } from './week'

/** Up to `count` days without 24 hours, within a year of `now` (epoch ms). */
const clockChanges = (schedule: ZonedHours, now: number, count: number): OpeningDay[] => {
  const zone = zoneOf(schedule.timeZone)
  const found: OpeningDay[] = []
  let moment = now
  // Zones may change rules without moving clocks.
  for (let tries = 0; tries < 8 && found.length < count; tries++) {
    moment = zone.nextChange(moment)
    if (moment > now + 366 * DAY) break
    const date = formatLocalDate(zone.dayOf(moment - 1))
    found.push(...openingDays(schedule, date, date).filter(({ clockChange }) => clockChange !== 'none'))
  }
  return found
}

interface ClockChangesProps {
  timeZone: string
  blocks: readonly WeeklyHoursBlock[]
}

const ClockChanges = ({ timeZone, blocks }: ClockChangesProps) => {
  const text = useHoursText()
  const display = useDisplay()
  const days = useMemo(() => {
    const weeklyHours = blocks.filter(block => spanOf(block))
    try {
      return clockChanges({ timeZone, weeklyHours }, Date.now(), 2)
    } catch {
      // The browser does not know the zone.
      return []
    }
  }, [timeZone, blocks])
  if (days.length === 0) return null
  const settings = { ...display, timeZone }
  return (
    <Stack as="ul" gap="0.375rem" className={styles.changes}>
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
    </Stack>
  )
}

export default ClockChanges
