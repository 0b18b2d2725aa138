import type { Booking } from '../../resources/bookings'
import { useNow } from '../../show'
import { WaitingFor } from './WaitingFor'

interface WaitingForPlaceProps {
  booking: Booking
  /** The booking is about to free its time. */
  isLeaving?: boolean
  onBefore?: () => Promise<unknown>
  onOffered?: () => void
}

const WaitingForPlace = ({ booking, isLeaving = false, ...offering }: WaitingForPlaceProps) => {
  const now = useNow()
  if (Date.parse(booking.startsAt) <= now) return null
  return <WaitingFor question={{ bookingId: booking.id }} isLeaving={isLeaving} mayOffer={!isLeaving} {...offering} />
}

export default WaitingForPlace
