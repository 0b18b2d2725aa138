import { Link } from 'react-router'
import type { Booking } from '../../resources/bookings'
import { Stack, useDisplay } from '../../show'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'
import { StatusLabel } from './StatusLabel'

export const BookingLines = ({ bookings }: { bookings: readonly Booking[] }) => {
  const display = useDisplay()
  return (
    <Stack as="ul" className={styles.lines}>
      {bookings.map(booking => (
        <li key={booking.id}>
          <Link to={`/bookings/${booking.id}`}>{formatDayTimes(booking, display)}</Link>
          <span>{[booking.title, ...booking.resources.map(({ name }) => name)].join(' · ')}</span>
          <StatusLabel booking={booking} />
        </li>
      ))}
    </Stack>
  )
}
