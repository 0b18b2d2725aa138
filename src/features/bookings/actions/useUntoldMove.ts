import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import type { Booking } from '../../../resources/bookings'
import { notifications } from '../../../resources/notifications'
import { addressToTell, mayBeUntold } from '../move/tellMove'

/** The address of a customer who does not know of the last move; null if there is none or it is unknown. */
export const useUntoldMove = (booking: Booking, mayTell: boolean): string | null => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { data = null } = useQuery({
    // Refetches after mails and after further moves.
    queryKey: [notifications.name, 'untoldMove', booking.id, booking.icalSequence],
    queryFn: mayTell && mayBeUntold(booking) ? ({ signal }) => addressToTell(booking, dataProvider, signal) : skipToken,
    retry: false,
  })
  return mayTell && mayBeUntold(booking) ? data : null
}
