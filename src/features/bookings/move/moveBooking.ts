import type { Booking } from '../../../resources/bookings'
import { type Display, undoable } from '../../../show'
import type { Override, useBookingApi } from '../bookingsApi'
import { formatStart } from '../formatDayTimes'
import { isSamePlace, isSameTime } from './isSamePlace'
import { addressToTell, type TellingMeans, tellMove } from './tellMove'
import type { NewPlace } from './useMoveBooking'

export interface MoveOptions extends Partial<Override> {
  reason?: string
  notify?: boolean
  /** No dialog has asked. */
  offersTelling?: boolean
}

interface Means extends TellingMeans {
  api: ReturnType<typeof useBookingApi>
  display: Display
}

const tellingOf = async (booking: Booking, means: Means) => {
  const email = await addressToTell(booking, means.dataProvider).catch(() => null)
  if (!email) return null
  const onClick = () => void tellMove(booking, email, means)
  return { other: { label: means.text('booking.tellMove'), onClick } }
}

/**
 * Offers to undo.
 *
 * @throws the API's refusal
 */
export const moveBooking = async (
  booking: Booking,
  place: NewPlace,
  { offersTelling = false, ...options }: MoveOptions,
  means: Means,
): Promise<void> => {
  const { api, text, notify, failureOf, display } = means
  if (isSamePlace(booking, place)) return
  const keepsTime = isSameTime(booking, place)
  const moved = keepsTime
    ? await api.act(booking.id, 'reassign', { resourceIds: place.resourceIds, ...options })
    : await api.act(booking.id, 'reschedule', { ...place, ...options })
  const undo = async () => {
    const { startsAt, resourceIds } = booking
    // A customer who was told also hears of the undo.
    const told = options.notify ? { notify: true } : {}
    try {
      if (keepsTime) await api.act(booking.id, 'reassign', { resourceIds, ...told })
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
    ...undoable(text('crud.undo'), () => void undo()),
    ...telling,
  })
}
