import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { calls } from '../../calls'
import type { VisitSlot } from '../../calls/visits'
import { addDays, formatLocalDate, zoneOf } from '../../declare'
import { formatTime, LoadError, Loading, Stack, useDisplay } from '../../show'
import { useAsk } from '../availability/availabilityApi'
import { partsOf } from '../availability/partsOf'
import { slotsByDate } from '../availability/slotsByDate'
import bookingStyles from '../bookings/bookings.module.css'
import chips from '../bookings/dialog/what.module.css'
import { formatStart } from '../bookings/formatDayTimes'
import { useWeekOf } from '../bookings/useWeekOf'
import { WeekStrip } from '../bookings/WeekStrip'
import { useText } from './useText'
import type { VisitBooking } from './useVisitForm'

interface VisitTimesProps {
  question: VisitBooking['question']
  startsAt: string | null
  isPlanned: boolean
  /** The form shows the reason. */
  isRefused: boolean
  from: string
  onDay: (date: string) => void
  onTake: (slot: VisitSlot) => void
}

/** Starts at which all services can follow each other. */
export const VisitTimes = ({ question, startsAt, isPlanned, isRefused, from, onDay, onTake }: VisitTimesProps) => {
  const text = useText()
  const display = useDisplay()
  const weekOf = useWeekOf()
  const zone = zoneOf(display.timeZone)
  const dateOf = (at: string) => formatLocalDate(zone.dayOf(Date.parse(at)))
  const takenDate = startsAt && dateOf(startsAt)
  const [shown, setShown] = useState(() => ({ first: weekOf(takenDate ?? from), day: takenDate }))
  const [seen, setSeen] = useState(takenDate)
  if (seen !== takenDate) {
    setSeen(takenDate)
    if (takenDate && takenDate !== shown.day) setShown({ first: weekOf(takenDate), day: takenDate })
  }
  const { first } = shown
  const times = (start: string, days: number) =>
    question && { body: { ...question, from: start, to: addDays(start, days) } }
  const { data, error, refetch, isPlaceholderData } = useAsk(calls.visits.times, times(first, 7))
  const byDate = data && slotsByDate(data.slots, display.timeZone)
  const isNone = byDate?.size === 0 && !isPlaceholderData
  const later = useAsk(calls.visits.times, isNone ? times(addDays(first, 7), 24) : null, { keepsLast: false })
  const [next] = later.data?.slots ?? []
  const day = shown.day ?? byDate?.keys().next().value ?? first
  useEffect(() => onDay(day), [day, onDay])
  const ofDay = byDate?.get(day) ?? []
  return (
    <Stack gap="0.75rem" aria-busy={isPlaceholderData}>
      <WeekStrip
        first={first}
        day={day}
        freeOn={byDate && (date => byDate.get(date)?.length ?? 0)}
        mayGoBack={weekOf(addDays(first, -7)) !== first}
        onDay={date => setShown({ first, day: date })}
        onWeek={direction => setShown({ first: weekOf(addDays(first, 7 * direction)), day: null })}
      />
      {!question ? (
        <p className={bookingStyles.muted}>{text('booking.timesFollow')}</p>
      ) : error ? (
        !isRefused && <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading>{text('availability.searching')}</Loading>
      ) : ofDay.length === 0 ? (
        <p className={bookingStyles.muted}>{text('availability.noSlots')}</p>
      ) : (
        partsOf(ofDay, zone).map(([part, slots]) => (
          <div key={part} className={chips.part}>
            <h3>{text(`availability.part.${part}`)}</h3>
            <ul className={chips.times}>
              {slots.map(slot => {
                const isTaken = startsAt !== null && Date.parse(slot.startsAt) === Date.parse(startsAt)
                return (
                  <li key={slot.startsAt} data-is-taken={isTaken ? (isPlanned ? 'planned' : 'tried') : undefined}>
                    <button
                      type="button"
                      aria-pressed={isTaken}
                      disabled={isPlaceholderData && !isTaken}
                      onClick={() => onTake(slot)}
                    >
                      {formatTime(Date.parse(slot.startsAt), display)}
                    </button>
                  </li>
                )
              })}
            </ul>
          </div>
        ))
      )}
      {next && (
        <div>
          <Button variant="outlined" size="small" onClick={() => onTake(next)}>
            {text('booking.nextFree', { when: formatStart(next.startsAt, display) })}
          </Button>
        </div>
      )}
    </Stack>
  )
}
