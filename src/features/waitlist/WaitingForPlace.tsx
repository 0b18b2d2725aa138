import type { Booking } from '../../resources/bookings'
import { useNow } from '../../ui/useNow'
import { WaitingFor } from './WaitingFor'

interface WaitingForPlaceProps {
  booking: Booking
  /** The booking is about to go; otherwise its place can be offered from here. */
  isLeaving?: boolean
  /** Frees what the booking holds, before it is offered. */
  onBefore?: () => Promise<unknown>
  onOffered?: () => void
}

/** Who waits for the place of a booking that goes, or is gone. */
const WaitingForPlace = ({ booking, isLeaving = false, ...offering }: WaitingForPlaceProps) => {
  const now = useNow()
  if (Date.parse(booking.startsAt) <= now) return null
  return <WaitingFor question={{ bookingId: booking.id }} isLeaving={isLeaving} mayOffer={!isLeaving} {...offering} />
}

export default WaitingForPlace
