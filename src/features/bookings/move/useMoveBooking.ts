import { useDataProvider, useNotify } from 'ra-core'
import { useCallback } from 'react'
import type { Booking } from '../../../resources/bookings'
import { type SlotwiseDataProvider, useDisplay, useFailure } from '../../../show'
import { useBookingApi } from '../bookingsApi'
import { useText } from '../useText'
import type { MoveOptions } from './moveBooking'

export interface NewPlace {
  startsAt: string
  resourceIds: readonly string[]
}

export const useMoveBooking = () => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const display = useDisplay()
  const api = useBookingApi()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useCallback(
    async (booking: Booking, place: NewPlace, options: MoveOptions = {}) => {
      const { moveBooking } = await import('./moveBooking')
      await moveBooking(booking, place, options, { api, dataProvider, text, notify, failureOf, display })
    },
    [api, dataProvider, text, notify, display, failureOf],
  )
}
