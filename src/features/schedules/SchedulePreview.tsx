import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import { useId, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import formStyles from '../../crud/form/form.module.css'
import { addMonths, firstOfMonth, lastOfMonth, todayInOrUtc, weeksOf } from '../../crud/inputs/hours/dates'
import { useText } from '../../i18n/useText'
import type { Schedule } from '../../resources/schedules'
import { formatDay, formatTimes } from '../../ui/format/clockTimes'
import { useDisplay } from '../../ui/format/display'
import { formatMinutes } from '../../ui/format/numbers'
import type { TimeSettings } from '../../ui/format/times'
import { type PreviewDay, previewDays } from './previewDays'
import styles from './schedules.module.css'

const minutesPerDay = 1440

interface PreviewCellProps {
  date: string
  /** Undefined outside the month. */
  day: PreviewDay | undefined
  isToday: boolean
  display: TimeSettings
}

const PreviewCell = ({ date, day, isToday, display }: PreviewCellProps) => {
  const text = useText()
  const { locale } = display
  if (!day) return <td />
  const isOpen = day.openMinutes > 0
  return (
    <td data-open={isOpen} data-special={day.override !== null} aria-current={isToday ? 'date' : undefined}>
      <strong>{formatDay(date, locale, 'day')}</strong>
      {day.dayLengthMinutes !== minutesPerDay && (
        <span className={styles.clockChange}>
          {text('preview.dayLength', { length: formatMinutes(day.dayLengthMinutes, locale) })}
        </span>
      )}
      {day.override?.label && <span className={styles.special}>{day.override.label}</span>}
      {isOpen ? (
        <>
          <ul className={styles.windows}>
            {day.windows.map(({ startsAt, endsAt }) => (
              <li key={startsAt}>{formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)}</li>
            ))}
          </ul>
          <span className={styles.length}>{formatMinutes(day.openMinutes, locale)}</span>
          {day.timeslotCount > 0 && (
            <span className={styles.sum}>
              <span className={styles.wide}>{text('preview.slots', { smart_count: day.timeslotCount })}</span>
              <span className={styles.short}>× {day.timeslotCount}</span>
            </span>
          )}
        </>
      ) : (
        <span className={styles.sum}>{text('preview.closed')}</span>
      )}
    </td>
  )
}

/** A month's open hours under the schedule as typed, computed by the engine that judges bookings. */
const SchedulePreview = () => {
  const text = useText()
  const values = useWatch() as Partial<Schedule>
  const { weekStartsOn, timeZone: tenantZone, ...settings } = useDisplay()
  const timeZone = values.timeZone || tenantZone
  const display = { ...settings, timeZone }
  const { locale } = display
  const id = useId()
  const [shown, setShown] = useState<string | null>(null)
  const today = useMemo(() => todayInOrUtc(timeZone), [timeZone])
  const month = firstOfMonth(shown ?? today)
  const weeks = weeksOf(month, weekStartsOn)
  const days = useMemo(() => previewDays({ ...values, timeZone }, month, lastOfMonth(month)), [values, timeZone, month])
  const inMonth = Array.from(days.values())
  const total = inMonth.reduce((sum, day) => sum + day.openMinutes, 0)
  const slotTotal = inMonth.reduce((sum, day) => sum + day.timeslotCount, 0)
  return (
    <section className={formStyles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{text('preview.title')}</h2>
        <p>{text('preview.help')}</p>
        <p role="status">
          {text('preview.total', { hours: formatMinutes(total, locale) })}
          {slotTotal > 0 && ` ${text('preview.slots', { smart_count: slotTotal })}`}
        </p>
      </div>
      <div className={styles.preview}>
        <div className={styles.previewBar}>
          <IconButton size="small" aria-label={text('preview.earlier')} onClick={() => setShown(addMonths(month, -1))}>
            <ChevronLeft />
          </IconButton>
          <strong aria-live="polite">{formatDay(month, locale, 'month')}</strong>
          <IconButton size="small" aria-label={text('preview.later')} onClick={() => setShown(addMonths(month, 1))}>
            <ChevronRight />
          </IconButton>
        </div>
        <table className={styles.previewDays} aria-labelledby={id}>
          <thead>
            <tr>
              {weeks[0]?.map(date => (
                <th key={date} scope="col" abbr={formatDay(date, locale, 'weekday')}>
                  {formatDay(date, locale, 'weekday')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(week => (
              <tr key={week[0]}>
                {week.map(date => (
                  <PreviewCell key={date} date={date} day={days.get(date)} isToday={date === today} display={display} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

export default SchedulePreview
