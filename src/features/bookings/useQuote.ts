import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import type { CallInput } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import type { SlotwiseDataProvider } from '../../show'

type Question = CallInput<typeof calls.bookings.quote>['body']

export const questionOf = (booking: Booking): Question => {
  const { id, variantId, channelId, customerId, startsAt, endsAt, quantity, resourceIds } = booking
  return { variantId, channelId, customerId, startsAt, endsAt, quantity, resourceIds, exceptBookingId: id }
}

export const useQuote = (question: Question | null) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [bookings.name, 'quote', question],
    queryFn: question ? ({ signal }) => dataProvider.call(calls.bookings.quote, { body: question, signal }) : skipToken,
    placeholderData: before => before,
    retry: false,
  })
}
