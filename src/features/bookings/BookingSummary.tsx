import type { RaRecord } from 'ra-core'
import type { Booking } from '../../resources/bookings'
import { useDisplay } from '../../ui/format/display'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'

/** Who is booked for what and when, for dialogs about a booking. */
const BookingSummary = ({ record }: { record: RaRecord }) => {
  const booking = record as Booking
  const display = useDisplay()
  return (
    <p className={styles.summary}>
      {[booking.title, booking.customerName, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
    </p>
  )
}

export default BookingSummary
