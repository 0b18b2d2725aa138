import Button from '@mui/material/Button'
import { useId } from 'react'
import { addDays, formatLocalDate, zoneOf } from '../../declare'
import { formatDayOf, formatTimes, useDisplay } from '../../show'
import styles from './availability.module.css'
import { type Request, useNextAvailable, useSlots } from './availabilityApi'
import type { TimelineActions } from './timeline/TimelineActions'
import { useResourceNames } from './useResourceNames'
import { useText } from './useText'

interface NearestFreeProps extends Pick<TimelineActions, 'onSelectFree'> {
  request: Request
  startsAt: string
}

const shown = 4

export const NearestFree = ({ request, startsAt, onSelectFree }: NearestFreeProps) => {
  const text = useText()
  const display = useDisplay()
  const id = useId()
  const wanted = Date.parse(startsAt)
  const date = formatLocalDate(zoneOf(display.timeZone).dayOf(wanted))
  const { data: ofDay = [] } = useSlots(request, date, addDays(date, 1), false)
  const { data: next } = useNextAvailable(request, startsAt)
  const distance = (slot: { startsAt: string }) => Math.abs(Date.parse(slot.startsAt) - wanted)
  const nearest = Array.from(new Map([...ofDay, ...(next?.slots ?? [])].map(slot => [slot.startsAt, slot])).values())
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, shown)
  const namesOf = useResourceNames(nearest)
  if (nearest.length === 0) return null
  return (
    <section className={styles.nearest} aria-labelledby={id}>
      <h3 id={id}>{text('availability.nearest')}</h3>
      <ul>
        {nearest.map(slot => {
          const [start, end] = [Date.parse(slot.startsAt), Date.parse(slot.endsAt)]
          const when = `${formatDayOf(start, display)}, ${formatTimes(start, end, display)}`
          const [resourceId] = slot.resourceIds
          const time = (
            <>
              {when} <span>{namesOf(slot)}</span>
            </>
          )
          return (
            <li key={slot.startsAt}>
              {onSelectFree && resourceId ? (
                <Button size="small" variant="outlined" onClick={() => onSelectFree({ ...slot, resourceId })}>
                  {time}
                </Button>
              ) : (
                time
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
