import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { type Booking, bookings } from '../../../resources/bookings'
import type { Quote } from '../bookingsApi'

/** What confirming a hold would mean: its price, whether it has to be approved, and what staff should know first. */
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
    queryFn: async ({ signal }) =>
      (await dataProvider.call('POST', '/bookings/quote', { body, signal })) as Quote | null,
    enabled: body !== null,
    placeholderData: before => before,
    retry: false,
  })
  return booking && data
}
