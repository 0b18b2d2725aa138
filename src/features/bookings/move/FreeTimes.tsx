import { addDays, MINUTE } from '../../../declare'
import type { Booking } from '../../../resources/bookings'
import type { Slot } from '../../../scheduling'
import { formatTime, Stack, useDisplay } from '../../../show'
import { type Request, useNextAvailable, useSlots } from '../../availability/availabilityApi'
import { slotsByDate } from '../../availability/slotsByDate'
import { useVariants } from '../../availability/useRequest'
import { useText } from '../../availability/useText'
import styles from '../dialog/what.module.css'
import { formatStart } from '../formatDayTimes'
import { useWeekOf } from '../useWeekOf'
import { WeekStrip } from '../WeekStrip'
import type { NewPlace } from './useMoveBooking'

interface FreeTimesProps {
  booking: Booking
  date: string
  onDay: (date: string) => void
  chosen: NewPlace
  onTake: (place: NewPlace) => void
}

const later = (one: string, other: string): string => (one > other ? one : other)
const instant = ({ startsAt }: Pick<Slot, 'startsAt'>): number => Date.parse(startsAt)

/** First with the booking's resource; without free times, the next ones. */
export const FreeTimes = ({ booking, date, onDay, chosen, onTake }: FreeTimesProps) => {
  const text = useText()
  const display = useDisplay()
  const weekOf = useWeekOf()
  const [person] = booking.resources
  const { catalogItemId, variantId, channelId, quantity, startsAt, endsAt } = booking
  const { variant } = useVariants(catalogItemId, variantId)
  const length = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE
  const durationMinutes = variant?.durationType === 'fixed' ? null : length
  const request: Request | null = variant?.id === variantId ? { variantId, channelId, quantity, durationMinutes } : null
  const first = weekOf(date)
  const theirs = useSlots(
    person && request ? { ...request, resourceId: person.resourceId } : null,
    date,
    addDays(date, 1),
    false,
  )
  const week = useSlots(request, first, addDays(first, 7), false)
  const byDate = week.data && slotsByDate(week.data, display.timeZone)
  const all = byDate && (byDate.get(date) ?? [])
  const isNone = all?.length === 0 && !week.isPlaceholderData
  const next = useNextAvailable(isNone ? request : null, addDays(date, 1))
  const own = theirs.data ?? []
  const starts = new Set(own.map(instant))
  const others = (all ?? []).filter(slot => !starts.has(instant(slot)))
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
    <Stack gap="0.5rem" aria-busy={week.isPlaceholderData}>
      <WeekStrip
        first={first}
        day={date}
        freeOn={byDate && (on => byDate.get(on)?.length ?? 0)}
        mayGoBack={weekOf(addDays(date, -7)) !== first}
        onDay={onDay}
        onWeek={direction => {
          const sameDay = addDays(date, 7 * direction)
          // The first week begins today.
          onDay(later(sameDay, weekOf(sameDay)))
        }}
      />
      {person && chips(text('booking.freeWith', { name: person.name }), own, time)}
      {chips(text(person ? 'booking.freeWithOthers' : 'booking.freeTimes'), others, time)}
      {isNone && chips(text('booking.freeNext'), next.data?.slots ?? [], slot => formatStart(slot.startsAt, display))}
    </Stack>
  )
}
