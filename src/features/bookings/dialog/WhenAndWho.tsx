import Button from '@mui/material/Button'
import { useGetMany } from 'ra-core'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { addDays, datesFrom, formatLocalDate, MINUTE, zoneOf } from '../../../declare'
import type { Booking } from '../../../resources/bookings'
import { type BookableResource, bookableResources } from '../../../resources/resources'
import type { Slot } from '../../../scheduling'
import { formatTime, LoadError, Loading, RecordPicture, Row, Stack, useDisplay } from '../../../show'
import { type Request, useNextAvailable, useSlots } from '../../availability/availabilityApi'
import { partsOf } from '../../availability/partsOf'
import { slotsByDate } from '../../availability/slotsByDate'
import bookingStyles from '../bookings.module.css'
import { formatStart } from '../formatDayTimes'
import { useWeekOf } from '../useWeekOf'
import { WeekStrip } from '../WeekStrip'
import { HoldClock, KeepLonger } from './HoldTimer'
import { PlaceFields } from './PlaceFields'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'
import styles from './what.module.css'

const NextAt = lazy(() => import('../../availability/WhoIsNext'))

interface WhenAndWhoProps {
  form: BookingForm
  from: string
  onDay: (date: string) => void
}

/** Choosing a time holds it. */
export const WhenAndWho = ({ form, from, onDay }: WhenAndWhoProps) => {
  const text = useText()
  const display = useDisplay()
  const { draft, place, variant, who, booking, length } = form
  const zone = zoneOf(display.timeZone)
  const dateOf = (at: string) => formatLocalDate(zone.dayOf(Date.parse(at)))
  const weekOf = useWeekOf()
  const taken = booking?.startsAt ?? place?.startsAt ?? null
  const takenDate = taken && dateOf(taken)
  const [shown, setShown] = useState(() => ({ first: weekOf(takenDate ?? from), day: takenDate }))
  const [seen, setSeen] = useState(takenDate)
  if (seen !== takenDate) {
    setSeen(takenDate)
    if (takenDate && takenDate !== shown.day) setShown({ first: weekOf(takenDate), day: takenDate })
  }

  const request: Request | null = variant && {
    variantId: variant.id,
    channelId: draft.channelId,
    quantity: draft.quantity,
    durationMinutes: variant.durationType === 'fixed' ? null : length,
    ...(who && { resourceId: who }),
  }
  const { first } = shown
  const days = datesFrom(first, 7)
  const { data, error, refetch, isPlaceholderData } = useSlots(request, first, addDays(first, 7), false)
  const free = useAlsoOwn(data, booking, isPlaceholderData ? '' : JSON.stringify([request, first]))
  const byDate = slotsByDate(free, display.timeZone)
  const isNone = data !== undefined && !isPlaceholderData && byDate.size === 0
  const day = shown.day ?? days.find(date => byDate.has(date)) ?? first
  const [firstFree] = byDate.get(day) ?? []
  useEffect(() => onDay(day), [day, onDay])

  return (
    <Stack gap="0.75rem">
      {variant && <Faces form={form} />}
      <WeekStrip
        first={first}
        day={day}
        freeOn={data && (date => byDate.get(date)?.length ?? 0)}
        mayGoBack={weekOf(addDays(first, -7)) !== first}
        onDay={date => setShown({ first, day: date })}
        onWeek={direction => setShown({ first: weekOf(addDays(first, 7 * direction)), day: null })}
      />
      {!variant ? (
        <p className={bookingStyles.muted}>{text('booking.timesFollow')}</p>
      ) : !data ? (
        error ? (
          <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading>{text('availability.searching')}</Loading>
        )
      ) : (
        <Times
          form={form}
          slots={byDate.get(day) ?? []}
          taken={takenDate === day ? taken : null}
          isOutdated={isPlaceholderData}
        />
      )}
      {request && variant && variant.allocation !== 'priority' && !who && !booking && firstFree && (
        <Suspense>
          <NextAt request={request} startsAt={firstFree.startsAt} />
        </Suspense>
      )}
      {isNone && request && (
        <NextFree
          request={request}
          after={addDays(first, 7)}
          onGo={date => setShown({ first: weekOf(date), day: date })}
        />
      )}
      {variant && <OtherPlace key={String(taken)} form={form} day={day} />}
    </Stack>
  )
}

const startOf = ({ startsAt }: Slot): number => Date.parse(startsAt)

/** With times that only the own hold takes; they release it first. */
const useAlsoOwn = (data: readonly Slot[] | undefined, hold: Booking | null, key: string): readonly Slot[] => {
  const [known, setKnown] = useState<{ key: string; data: typeof data; slots: readonly Slot[] }>(nothing)
  if (data && key && (known.data !== data || known.key !== key)) {
    const starts = new Set(data.map(startOf))
    const missing = known.key === key ? known.slots.filter(slot => !starts.has(startOf(slot))) : []
    setKnown({ key, data, slots: [...data, ...missing] })
  }
  if (!data || !hold || known.key !== key) return data ?? []
  const around = (hold.bufferBeforeMinutes + hold.bufferAfterMinutes) * MINUTE
  const [from, to] = [Date.parse(hold.startsAt) - around, Date.parse(hold.endsAt) + around]
  const starts = new Set(data.map(startOf))
  const own = known.slots.filter(
    slot => !starts.has(startOf(slot)) && startOf(slot) < to && Date.parse(slot.endsAt) > from,
  )
  return [...data, ...own].sort((one, other) => startOf(one) - startOf(other))
}

const nothing = { key: '', data: undefined, slots: [] }

const Faces = ({ form: { able, who, setWho } }: { form: BookingForm }) => {
  const text = useText()
  const name = useId()
  const kind = able[0]?.resourceTypeId
  const shown = able.filter(one => one.resourceTypeId === kind || one.resourceId === who)
  const { data = [] } = useGetMany<BookableResource>(bookableResources.name, {
    ids: shown.map(({ resourceId }) => resourceId),
  })
  if (shown.length < 2) return null
  const byId = new Map(data.filter(Boolean).map(one => [one.id, one]))
  return (
    <div role="radiogroup" aria-label={text('availability.resource')} className={styles.items}>
      <label className={styles.face} data-is-plain="">
        <input type="radio" name={name} checked={who === null} onChange={() => setWho(null)} />
        {text('booking.anyone')}
      </label>
      {shown.map(({ resourceId, resourceName }) => (
        <label key={resourceId} className={styles.face}>
          <input type="radio" name={name} checked={who === resourceId} onChange={() => setWho(resourceId)} />
          <RecordPicture resource={bookableResources} record={{ name: resourceName, ...byId.get(resourceId) }} />
          {resourceName}
        </label>
      ))}
    </div>
  )
}

interface TimesProps {
  form: BookingForm
  slots: readonly Slot[]
  /** The held or tried start on this day. */
  taken: string | null
  /** Shows another item or person until the answer arrives. */
  isOutdated: boolean
}

const Times = ({ form, slots, taken, isOutdated }: TimesProps) => {
  const text = useText()
  const display = useDisplay()
  const { booking, who, takeSlot } = form
  const at = taken && Date.parse(taken)
  // The own hold removes its time from the free ones.
  const own: Slot | null =
    at && taken && !slots.some(slot => startOf(slot) === at)
      ? { ...noSlot, startsAt: taken, endsAt: booking?.endsAt ?? taken }
      : null
  const all = own ? [...slots, own].sort((one, other) => startOf(one) - startOf(other)) : slots
  if (all.length === 0) return <p className={bookingStyles.muted}>{text('availability.noSlots')}</p>
  return (
    <>
      {partsOf(all, zoneOf(display.timeZone)).map(([part, ofPart]) => (
        <div key={part} className={styles.part}>
          <h3>{text(`availability.part.${part}`)}</h3>
          <ul className={styles.times}>
            {ofPart.map(slot => {
              const isTaken = startOf(slot) === at
              return (
                <li key={slot.startsAt} data-is-taken={isTaken ? (booking ? 'held' : 'tried') : undefined}>
                  <button
                    type="button"
                    aria-pressed={isTaken}
                    disabled={isOutdated && !isTaken}
                    onClick={() => !isTaken && takeSlot({ ...slot, resourceIds: who ? [who] : [] })}
                  >
                    {formatTime(startOf(slot), display)}
                  </button>
                  {isTaken && booking && <HoldClock booking={booking} />}
                </li>
              )
            })}
          </ul>
        </div>
      ))}
      {booking && <KeepLonger form={form} booking={booking} />}
    </>
  )
}

const noSlot = {
  status: 'available',
  remaining: 0,
  maxQuantity: 0,
  resourceIds: [],
  timeslotId: null,
  reasons: [],
} as const

interface NextFreeProps {
  request: Request
  after: string
  onGo: (date: string) => void
}

const NextFree = ({ request, after, onGo }: NextFreeProps) => {
  const text = useText()
  const display = useDisplay()
  const { data } = useNextAvailable(request, after)
  const slot = data?.slots[0]
  if (!slot) return null
  return (
    <div>
      <Button
        variant="outlined"
        size="small"
        onClick={() => onGo(formatLocalDate(zoneOf(display.timeZone).dayOf(Date.parse(slot.startsAt))))}
      >
        {text('booking.nextFree', { when: formatStart(slot.startsAt, display) })}
      </Button>
    </div>
  )
}

/** Any time and resource; the answer explains a refusal. */
const OtherPlace = ({ form, day }: { form: BookingForm; day: string }) => {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { booking, place, item, variant, move } = form
  return (
    <div>
      <Row>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text('booking.changePlace')}
        </Button>
      </Row>
      {isOpen && (
        <PlaceFields
          key={day}
          startsAt={booking?.startsAt ?? place?.startsAt ?? null}
          day={day}
          resourceIds={booking?.resourceIds ?? place?.resourceIds ?? []}
          variant={item && variant ? { catalogItemId: item.id, variantId: variant.id } : null}
          onMove={(when, ids) => {
            setOpen(false)
            move(when, ids)
          }}
        />
      )}
    </div>
  )
}
