import { MINUTE } from '../../../declare'
import type { Booking } from '../../../resources/bookings'
import type { Slot } from '../../../scheduling'
import { addDays, formatTime, isDate, Stack, useDisplay } from '../../../show'
import { type Request, useNextAvailable, useSlots } from '../../availability/availabilityApi'
import { useVariants } from '../../availability/useRequest'
import { useText } from '../../availability/useText'
import styles from '../dialog/what.module.css'
import { formatStart } from '../formatDayTimes'
import type { NewPlace } from './useMoveBooking'

interface FreeTimesProps {
  booking: Booking
  date: string
  chosen: NewPlace
  onTake: (place: NewPlace) => void
}

const instant = ({ startsAt }: Pick<Slot, 'startsAt'>): number => Date.parse(startsAt)

/** Free times of a day, first with whoever has the booking, then with others; the next free times where there are none. */
export const FreeTimes = ({ booking, date, chosen, onTake }: FreeTimesProps) => {
  const text = useText()
  const display = useDisplay()
  const [person] = booking.resources
  const { catalogItemId, variantId, channelId, quantity, startsAt, endsAt } = booking
  const { variant } = useVariants(catalogItemId, variantId)
  const length = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE
  const durationMinutes = variant?.durationType === 'fixed' ? null : length
  const request: Request | null =
    isDate(date) && variant?.id === variantId ? { variantId, channelId, quantity, durationMinutes } : null
  // A date that is being typed is no date yet.
  const end = isDate(date) ? addDays(date, 1) : date
  const theirs = useSlots(person && request ? { ...request, resourceId: person.resourceId } : null, date, end, false)
  const all = useSlots(request, date, end, false)
  const isNone = all.data?.length === 0 && !all.isPlaceholderData
  const next = useNextAvailable(isNone ? request : null, end)
  const own = theirs.data ?? []
  const starts = new Set(own.map(instant))
  const others = (all.data ?? []).filter(slot => !starts.has(instant(slot)))
  const isChosen = (slot: Slot) =>
    instant(slot) === instant(chosen) && slot.resourceIds.includes(chosen.resourceIds[0] ?? '')
  const chips = (title: string, slots: readonly Slot[], label: (slot: Slot) => string) =>
    slots.length > 0 && (
      <div className={styles.part}>
        <h3>{title}</h3>
        <ul className={styles.times} data-is-long={slots === next.data?.slots || undefined}>
          {slots.map(slot => (
            <li key={slot.startsAt} data-is-taken={isChosen(slot) ? 'tried' : undefined}>
              <button type="button" aria-pressed={isChosen(slot)} onClick={() => onTake(slot)}>
                {label(slot)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    )
  const time = (slot: Slot) => formatTime(instant(slot), display)
  return (
    <Stack gap="0.5rem" aria-busy={all.isPlaceholderData}>
      {person && chips(text('booking.freeWith', { name: person.name }), own, time)}
      {chips(text(person ? 'booking.freeWithOthers' : 'booking.freeTimes'), others, time)}
      {isNone && chips(text('booking.freeNext'), next.data?.slots ?? [], slot => formatStart(slot.startsAt, display))}
    </Stack>
  )
}
