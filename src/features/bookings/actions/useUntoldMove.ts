import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import type { Booking } from '../../../resources/bookings'
import { notifications } from '../../../resources/notifications'
import { addressToTell, mayBeUntold } from '../move/tellMove'

/** Where to mail a customer who was not told that their booking was moved; null while that is not known. */
export const useUntoldMove = (booking: Booking, mayTell: boolean): string | null => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { data = null } = useQuery({
    // Mails change it, and every further move.
    queryKey: [notifications.name, 'untoldMove', booking.id, booking.icalSequence],
    queryFn: mayTell && mayBeUntold(booking) ? ({ signal }) => addressToTell(booking, dataProvider, signal) : skipToken,
    retry: false,
  })
  return mayTell && mayBeUntold(booking) ? data : null
}
