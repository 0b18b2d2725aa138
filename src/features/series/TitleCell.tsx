import type { Booking } from '../../resources/bookings'
import { SeriesMark } from './SeriesMark'

export const TitleCell = ({ record }: { record: unknown }) => {
  const booking = record as Booking
  return (
    <>
      {booking.title} <SeriesMark booking={booking} />
    </>
  )
}
