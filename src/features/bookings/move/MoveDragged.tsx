import type { Booking } from '../../../resources/bookings'
import OfSeriesDialog from '../../series/OfSeriesDialog'
import MovePart from '../../visits/MovePart'
import type { Refusal } from '../refusal'
import { MoveDialog } from './MoveDialog'
import type { NewPlace } from './useMoveBooking'

export interface Dragged {
  booking: Booking
  place: NewPlace
  refusal?: Refusal
}

const MoveDragged = ({ booking, place, refusal, onClose }: Dragged & { onClose: () => void }) => {
  if (refusal) return <MoveDialog booking={booking} tried={{ place, refusal }} onClose={onClose} />
  return booking.visitId ? (
    <MovePart visitId={booking.visitId} booking={booking} place={place} onClose={onClose} />
  ) : (
    <OfSeriesDialog booking={booking} change="move" to={place} onClose={onClose} />
  )
}

export default MoveDragged
