import type { Booking } from '../../resources/bookings'
import { SeriesMark } from './SeriesMark'

/** The title of a booking with its place in a series. */
export const TitleCell = ({ record }: { record: unknown }) => {
  const booking = record as Booking
  return (
    <>
      {booking.title} <SeriesMark booking={booking} />
    </>
  )
}
