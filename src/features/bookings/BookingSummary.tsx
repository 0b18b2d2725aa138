import { lazy, Suspense } from 'react'
import type { Booking } from '../../resources/bookings'
import { useDisplay } from '../../show'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'

const MailToCome = lazy(() => import('./MailToCome'))
const TellTick = lazy(() => import('./TellTick'))
const WaitingForPlace = lazy(() => import('../waitlist/WaitingForPlace'))

const told: ReadonlySet<string> = new Set(['confirm', 'approve', 'decline', 'cancel', 'restore'])

const leaving: ReadonlySet<string> = new Set(['cancel', 'decline'])

/** With the waitlist, if the action frees the booking's time. */
const BookingSummary = ({ record: booking, action }: { record: Booking; action: string }) => {
  const display = useDisplay()
  return (
    <>
      <p className={styles.summary}>
        {[booking.title, booking.customerName, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
      </p>
      {told.has(action) && (action === 'confirm' || (booking.customerId && booking.status !== 'held')) && (
        <Suspense>
          <TellTick customerId={booking.customerId} />
          {(action === 'cancel' || action === 'decline') && <MailToCome booking={booking} action={action} />}
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
