import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../../calls'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { type Booking, bookings } from '../../../resources/bookings'
import type { Quote } from '../bookingsApi'

/** What confirming a hold means: its price, whether it needs approval, and what staff should know first. */
export const useQuote = (booking: Booking | null, customerId: string | null): Quote | null => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const body = booking && {
    variantId: booking.variantId,
    channelId: booking.channelId,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    quantity: booking.quantity,
    resourceIds: booking.resourceIds,
    exceptBookingId: booking.id,
    customerId,
  }
  const { data = null } = useQuery({
    queryKey: [bookings.name, 'quote', body],
    queryFn: body ? ({ signal }) => dataProvider.call(calls.bookings.quote, { body, signal }) : skipToken,
    placeholderData: before => before,
    retry: false,
  })
  return booking && data
}
