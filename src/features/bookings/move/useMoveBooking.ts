import { useNotify } from 'ra-core'
import { useCallback } from 'react'
import { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import { useFailure } from '../../../ui/failure/useFailure'
import { useDisplay } from '../../../ui/format/display'
import { type Override, useBookingApi } from '../bookingsApi'
import { formatStart } from '../formatDayTimes'

export interface NewPlace {
  startsAt: string
  resourceIds: readonly string[]
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(id => others.includes(id))

/** Moves a booking to another time, other resources or both, and offers to undo it. Throws the API's refusal. */
export const useMoveBooking = () => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const display = useDisplay()
  const api = useBookingApi()
  return useCallback(
    async (
      booking: Booking,
      place: NewPlace,
      options: Partial<Override> & { reason?: string; notify?: boolean } = {},
    ) => {
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
      const where = moved.resources.map(({ name }) => name).join(', ')
      notify(text('booking.moved', { when: formatStart(moved.startsAt, display), where }), {
        type: 'success',
        action: {
          label: text('booking.undoMove'),
          onClick: () => void undo(),
        },
      })
    },
    [api, text, notify, display, failureOf],
  )
}
