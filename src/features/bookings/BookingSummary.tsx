import type { RaRecord } from 'ra-core'
import { lazy, Suspense } from 'react'
import type { Booking } from '../../resources/bookings'
import { useDisplay } from '../../ui/format/display'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'

const TellTick = lazy(() => import('./TellTick'))
const WaitingForPlace = lazy(() => import('../waitlist/WaitingForPlace'))

/** What customers can be told of in the dialog that asks. */
const told: ReadonlySet<string> = new Set(['confirm', 'approve', 'decline', 'cancel', 'restore'])

/** What gives the place of a booking away. */
const leaving: ReadonlySet<string> = new Set(['cancel', 'decline'])

/** Who is booked for what and when, for dialogs about a booking; and who waits for its place, where that goes. */
const BookingSummary = ({ record, action }: { record: RaRecord; action: string }) => {
  const booking = record as Booking
  const display = useDisplay()
  return (
    <>
      <p className={styles.summary}>
        {[booking.title, booking.customerName, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
      </p>
      {told.has(action) && (action === 'confirm' || (booking.customerId && booking.status !== 'held')) && (
        <Suspense>
          <TellTick customerId={booking.customerId} />
        </Suspense>
      )}
      {leaving.has(action) && (
        <Suspense>
          <WaitingForPlace booking={booking} isLeaving />
        </Suspense>
      )}
    </>
  )
}

export default BookingSummary
