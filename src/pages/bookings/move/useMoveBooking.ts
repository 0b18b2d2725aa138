import { useCallback } from 'react'
import { useDisplay } from '../../../crud/format/display'
import { useFailure } from '../../../crud/useFailure'
import { useText } from '../../../i18n/useText'
import { showToast } from '../../../notifications/toast'
import type { Booking } from '../../../resources/bookings'
import { type Override, useBookingApi } from '../bookingsApi'
import { formatStart } from '../formatDayTimes'

export interface NewPlace {
  startsAt: string
  resourceIds: readonly string[]
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(id => others.includes(id))

/** Moves a booking to another time, other resources or both, and offers to move it back. Throws what the API refuses. */
export const useMoveBooking = () => {
  const text = useText()
  const failureOf = useFailure()
  const display = useDisplay()
  const { act } = useBookingApi()
  return useCallback(
    async (booking: Booking, place: NewPlace, options: Partial<Override> & { reason?: string } = {}) => {
      const isSameTime = Date.parse(place.startsAt) === Date.parse(booking.startsAt)
      if (isSameTime && isSame(place.resourceIds, booking.resourceIds)) return
      const moved = isSameTime
        ? await act(booking.id, 'reassign', { resourceIds: place.resourceIds, ...options })
        : await act(booking.id, 'reschedule', { ...place, ...options })
      const undo = async () => {
        const { startsAt, resourceIds } = booking
        try {
          await act(booking.id, isSameTime ? 'reassign' : 'reschedule', {
            resourceIds,
            ...(!isSameTime && { startsAt, reason: text('booking.movedBack') }),
          })
          void showToast('success', text('booking.movedBack'))
        } catch (error) {
          void showToast('error', failureOf(error).detail)
        }
      }
      const where = moved.resources.map(({ name }) => name).join(', ')
      void showToast('success', text('booking.moved', { when: formatStart(moved.startsAt, display), where }), {
        label: text('booking.undoMove'),
        onClick: () => void undo(),
      })
    },
    [act, text, display, failureOf],
  )
}
