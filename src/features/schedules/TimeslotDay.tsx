import Checkbox from '@mui/material/Checkbox'
import type { Timeslot } from '../../resources/timeslots'
import { type Display, formatDay, Stack } from '../../show'
import styles from './schedules.module.css'
import { TimeslotCard } from './TimeslotCard'
import { useText } from './useText'

interface TimeslotDayProps {
  /** In the schedule's zone. */
  date: string
  /** 24, unless the clocks change. */
  hours: number
  slots: readonly Timeslot[]
  display: Omit<Display, 'weekStartsOn'>
  chosenIds: readonly string[]
  onChoose: ((ids: readonly string[], isChosen: boolean) => void) | undefined
}

export const TimeslotDay = ({ date, hours, slots, display, chosenIds, onChoose }: TimeslotDayProps) => {
  const text = useText()
  const name = formatDay(date, display.locale, 'full')
  const ids = slots.map(({ id }) => String(id))
  const count = ids.filter(id => chosenIds.includes(id)).length
  return (
    <Stack as="section" gap="0.375rem" aria-label={name} className={styles.weekDay}>
      <header>
        {onChoose && slots.length > 0 && (
          <Checkbox
            size="small"
            checked={count === ids.length}
            indeterminate={count > 0 && count < ids.length}
            onChange={(_, isOn) => onChoose(ids, isOn)}
            slotProps={{ input: { 'aria-label': text('timeslots.chooseDay', { date: name }) } }}
          />
        )}
        <h4>{formatDay(date, display.locale, 'short')}</h4>
        {hours !== 24 && <small className={styles.clockChange}>{text('timeslots.dayLength', { hours })}</small>}
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
              onChoose={onChoose && (isOn => onChoose([String(slot.id)], isOn))}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}
