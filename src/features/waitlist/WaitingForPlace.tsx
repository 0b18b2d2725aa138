import type { Booking } from '../../resources/bookings'
import { useNow } from '../../show'
import { WaitingFor } from './WaitingFor'

interface WaitingForPlaceProps {
  booking: Booking
  /** The booking is about to free its time; otherwise the time can be offered here. */
  isLeaving?: boolean
  /** Frees the booking's time before it is offered. */
  onBefore?: () => Promise<unknown>
  onOffered?: () => void
}

const WaitingForPlace = ({ booking, isLeaving = false, ...offering }: WaitingForPlaceProps) => {
  const now = useNow()
  if (Date.parse(booking.startsAt) <= now) return null
  return <WaitingFor question={{ bookingId: booking.id }} isLeaving={isLeaving} mayOffer={!isLeaving} {...offering} />
}

export default WaitingForPlace
