import type { useNotify } from 'ra-core'
import { calls } from '../../../calls'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { serverNow } from '../../../dataProvider/serverClock'
import type { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import { type Customer, customers } from '../../../resources/customers'
import type { useFailure } from '../../../ui/failure/useFailure'
import type { Display } from '../../../ui/format/display'
import type { Override, useBookingApi } from '../bookingsApi'
import { formatStart } from '../formatDayTimes'
import type { NewPlace } from './useMoveBooking'

/** How long a toast stays that has more to choose, in milliseconds. */
const timeToChoose = 10_000

/** What customers know of. */
const standing: ReadonlySet<Booking['status']> = new Set(['pending', 'confirmed'])

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(id => others.includes(id))

export interface MoveOptions extends Partial<Override> {
  reason?: string
  notify?: boolean
  /** Nobody was asked whether to tell the customer: the toast offers it. */
  offersTelling?: boolean
}

interface Means {
  api: ReturnType<typeof useBookingApi>
  dataProvider: SlotwiseDataProvider
  text: ReturnType<typeof useText>
  notify: ReturnType<typeof useNotify>
  failureOf: ReturnType<typeof useFailure>
  display: Display
}

/** What the toast of a move offers further: to mail its customer. Null where that reaches nobody, and for what is over. */
const tellingOf = async (
  { id, customerId, status, endsAt }: Booking,
  { dataProvider, text, notify, failureOf }: Means,
) => {
  if (!customerId || !standing.has(status) || Date.parse(endsAt) <= serverNow()) return null
  const found = await dataProvider.getOne<Customer>(customers.name, { id: customerId }).catch(() => null)
  const { name, email } = found?.data ?? {}
  if (!name || !email) return null
  const tell = async () => {
    try {
      await dataProvider.call(calls.notifications.tellMove, { params: { id } })
      notify(text('booking.toldMove', { name, email }), { type: 'success' })
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
  return { other: { label: text('booking.tellMove'), onClick: () => void tell() }, autoHideDuration: timeToChoose }
}

/** Moves a booking to another time, other resources or both, and offers to undo it. Throws the API's refusal. */
export const moveBooking = async (
  booking: Booking,
  place: NewPlace,
  { offersTelling = false, ...options }: MoveOptions,
  means: Means,
): Promise<void> => {
  const { api, text, notify, failureOf, display } = means
  const isSameTime = Date.parse(place.startsAt) === Date.parse(booking.startsAt)
  if (isSameTime && isSame(place.resourceIds, booking.resourceIds)) return
  const moved = isSameTime
    ? await api.act(booking.id, 'reassign', { resourceIds: place.resourceIds, ...options })
    : await api.act(booking.id, 'reschedule', { ...place, ...options })
  const undo = async () => {
    const { startsAt, resourceIds } = booking
    // Who was told of the move hears that it was taken back.
    const told = options.notify ? { notify: true } : {}
    try {
      if (isSameTime) await api.act(booking.id, 'reassign', { resourceIds, ...told })
      else
        await api.act(booking.id, 'reschedule', {
          ...{ resourceIds, startsAt, reason: text('booking.movedBack') },
          ...told,
        })
      notify(text('booking.movedBack'), { type: 'success' })
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
  const telling = offersTelling && (await tellingOf(moved, means))
  const where = moved.resources.map(({ name }) => name).join(', ')
  notify(text('booking.moved', { when: formatStart(moved.startsAt, display), where }), {
    type: 'success',
    action: {
      label: text('booking.undoMove'),
      onClick: () => void undo(),
    },
    ...telling,
  })
}
