import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useCanAccess } from 'ra-core'
import { useState } from 'react'
import { useText } from '../../../i18n/useText'
import type { Schedule } from '../../../resources/schedules'
import { type Timeslot, timeslots } from '../../../resources/timeslots'
import { formatLocalDate, parseLocalDate } from '../../../scheduling/time/localDate'
import { zoneOf } from '../../../scheduling/time/Zone'
import { formatDay } from '../../format/clockTimes'
import { useDisplay } from '../../format/display'
import { addDays, datesFrom, isDate, startOfWeek, todayIn } from '../../inputs/hours/dates'
import { LoadError } from '../../screen/LoadError'
import { Loading } from '../../screen/Loading'
import styles from './schedules.module.css'
import { TimeslotBulkBar } from './TimeslotBulkBar'
import { TimeslotCard } from './TimeslotCard'
import { useTimeslots } from './useTimeslots'

/** The timeslots of a week, day by day, to open, close, edit and change in bulk. Times are those of the schedule. */
export const TimeslotWeek = ({ schedule }: { schedule: Schedule }) => {
  const text = useText()
  const { timeZone } = schedule
  const { weekStartsOn, ...settings } = useDisplay()
  const display = { ...settings, timeZone }
  const { canAccess: mayChange = false } = useCanAccess({ resource: timeslots.name, action: 'edit' })
  const today = todayIn(timeZone)
  const [date, setDate] = useState(today)
  const from = startOfWeek(date, weekStartsOn)
  const { data, error, refetch } = useTimeslots({
    scheduleId: String(schedule.id),
    timeZone,
    from,
    days: 7,
  })
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const chosen = (data ?? []).filter(({ id }) => chosenIds.includes(String(id)))

  const zone = zoneOf(timeZone)
  const byDate = new Map<string, Timeslot[]>(datesFrom(from, 7).map(day => [day, []]))
  for (const slot of data ?? []) byDate.get(formatLocalDate(zone.dayOf(Date.parse(slot.startsAt))))?.push(slot)

  const go = (to: string) => {
    setDate(to)
    setChosenIds([])
  }
  const choose = (ids: readonly string[], isOn: boolean) =>
    setChosenIds(isOn ? [...chosenIds, ...ids] : chosenIds.filter(id => !ids.includes(id)))
  const lengthOf = (day: string): number =>
    (zone.startOfDay(parseLocalDate(day) + 1) - zone.startOfDay(parseLocalDate(day))) / 3_600_000
  return (
    <div className={styles.week}>
      <div className={styles.weekBar}>
        <IconButton aria-label={text('timeslots.earlier')} onClick={() => go(addDays(from, -7))}>
          <ChevronLeft />
        </IconButton>
        <Button
          size="small"
          variant="outlined"
          onClick={() => go(today)}
          disabled={from === startOfWeek(today, weekStartsOn)}
        >
          {text('timeslots.thisWeek')}
        </Button>
        <IconButton aria-label={text('timeslots.later')} onClick={() => go(addDays(from, 7))}>
          <ChevronRight />
        </IconButton>
        <TextField
          type="date"
          className={styles.date}
          value={date}
          onChange={event => {
            if (isDate(event.target.value)) go(event.target.value)
          }}
          slotProps={{ htmlInput: { 'aria-label': text('timeslots.date') } }}
        />
        <h3 aria-live="polite">
          {formatDay(from, display.locale, 'short')} – {formatDay(addDays(from, 6), display.locale, 'short')}
        </h3>
      </div>
      {mayChange && chosen.length > 0 && (
        <TimeslotBulkBar scheduleId={String(schedule.id)} chosen={chosen} onDone={setChosenIds} />
      )}
      {error ? (
        <LoadError message={text('timeslots.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading>{text('timeslots.loading')}</Loading>
      ) : (
        <div className={styles.weekDays}>
          {Array.from(byDate, ([day, slots]) => {
            const name = formatDay(day, display.locale, 'full')
            const ids = slots.map(({ id }) => String(id))
            const count = ids.filter(id => chosenIds.includes(id)).length
            return (
              <section key={day} aria-label={name} className={styles.weekDay}>
                <header>
                  {mayChange && slots.length > 0 && (
                    <Checkbox
                      size="small"
                      checked={count === ids.length}
                      indeterminate={count > 0 && count < ids.length}
                      onChange={(_, isOn) => choose(isOn ? ids.filter(id => !chosenIds.includes(id)) : ids, isOn)}
                      slotProps={{ input: { 'aria-label': text('timeslots.chooseDay', { date: name }) } }}
                    />
                  )}
                  <h4>{formatDay(day, display.locale, 'short')}</h4>
                  {lengthOf(day) !== 24 && (
                    <small className={styles.clockChange}>
                      {text('timeslots.dayLength', { hours: lengthOf(day) })}
                    </small>
                  )}
                </header>
                {slots.length === 0 ? (
                  <p className={styles.note}>{text('timeslots.none')}</p>
                ) : (
                  <ul>
                    {slots.map(slot => (
                      <TimeslotCard
                        key={slot.id}
                        slot={slot}
                        display={display}
                        isChosen={chosenIds.includes(String(slot.id))}
                        onChoose={mayChange ? isOn => choose([String(slot.id)], isOn) : undefined}
                      />
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
        </div>
      )}
    </div>
  )
}
