import { useCanAccess } from 'ra-core'
import { useState } from 'react'
import { addDays, datesFrom, formatLocalDate, HOUR, parseLocalDate, startOfWeek, zoneOf } from '../../declare'
import type { Schedule } from '../../resources/schedules'
import { type Timeslot, timeslots } from '../../resources/timeslots'
import { formatDays, LoadError, Loading, PeriodNavigator, Row, Stack, todayIn, useDisplay } from '../../show'
import styles from './schedules.module.css'
import { TimeslotBulkBar } from './TimeslotBulkBar'
import { TimeslotDay } from './TimeslotDay'
import { useText } from './useText'
import { useTimeslots } from './useTimeslots'

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
  const choose = (ids: readonly string[], isOn: boolean) => {
    const others = chosenIds.filter(id => !ids.includes(id))
    setChosenIds(isOn ? [...others, ...ids] : others)
  }
  const hoursOf = (day: string): number =>
    (zone.startOfDay(parseLocalDate(day) + 1) - zone.startOfDay(parseLocalDate(day))) / HOUR
  return (
    <Stack gap="0.75rem">
      <Row wrap gap="0.25rem 0.5rem">
        <PeriodNavigator
          date={date}
          earlier={addDays(from, -7)}
          later={addDays(from, 7)}
          isNow={from === startOfWeek(today, weekStartsOn)}
          labels={{
            earlier: text('timeslots.earlier'),
            now: text('timeslots.thisWeek'),
            later: text('timeslots.later'),
          }}
          heading="h3"
          period={formatDays(from, addDays(from, 6), display.locale, 'datesOfYear')}
          onNow={() => go(today)}
          onChange={go}
        />
      </Row>
      {mayChange && chosen.length > 0 && (
        <TimeslotBulkBar scheduleId={String(schedule.id)} chosen={chosen} onDone={setChosenIds} />
      )}
      {error ? (
        <LoadError message={text('timeslots.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading>{text('timeslots.loading')}</Loading>
      ) : (
        <div className={styles.weekDays}>
          {Array.from(byDate, ([day, slots]) => (
            <TimeslotDay
              key={day}
              date={day}
              hours={hoursOf(day)}
              slots={slots}
              display={display}
              chosenIds={chosenIds}
              onChoose={mayChange ? choose : undefined}
            />
          ))}
        </div>
      )}
    </Stack>
  )
}
