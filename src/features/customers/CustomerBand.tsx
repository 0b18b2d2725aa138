import { useGetList } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import { type Booking, bookings } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'
import { formatMoment, Row, todayIn, useDisplay } from '../../show'
import { BookingActions } from '../bookings/actions/BookingActions'
import styles from '../bookings/band.module.css'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { StatusLabel } from '../bookings/StatusLabel'
import { useText } from './useText'

/** When they come next, with what is done about that; how often they came, stayed away and have not paid. */
export const CustomerBand = ({ customer, next }: { customer: Customer; next: Booking | undefined }) => {
  const text = useText()
  const id = useId()
  const display = useDisplay()
  const unpaid = {
    customerId: customer.id,
    status: ['confirmed', 'completed', 'no_show'],
    paymentStatus: ['unpaid'],
    startsAtTo: todayIn(display.timeZone),
  }
  const { total: due = 0 } = useGetList<Booking>(bookings.name, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'startsAt', order: 'ASC' },
    filter: unpaid,
  })
  const address = `/bookings/?filter=${encodeURIComponent(JSON.stringify(unpaid))}`
  return (
    <div className={styles.band}>
      <section className={styles.part} aria-labelledby={id}>
        <h2 id={id}>{text('customer.next')}</h2>
        {next ? (
          <>
            <Row wrap gap="0.125rem 0.75rem">
              <Link to={`/bookings/${next.id}`} className={styles.lead}>
                {formatDayTimes(next, display)}
              </Link>
              <StatusLabel booking={next} />
            </Row>
            <p>{[next.title, ...next.resources.map(({ name }) => name)].filter(Boolean).join(' · ')}</p>
            <Row wrap gap="0.5rem">
              <BookingActions booking={next} isCompact />
            </Row>
          </>
        ) : (
          <p>{text('customer.noNext')}</p>
        )}
      </section>
      <dl className={styles.figures}>
        <div>
          <dt>{text('customer.visits')}</dt>
          <dd>
            <strong>{customer.bookingCount}</strong>
            {customer.lastVisitAt && (
              <small>{text('customer.lastVisit', { when: formatMoment(customer.lastVisitAt, display) })}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{text('customer.noShows')}</dt>
          <dd data-is-bad={customer.noShowCount > 0 || undefined}>
            <strong>{customer.noShowCount}</strong>
          </dd>
        </div>
        <div>
          <dt>{text('customer.unpaid')}</dt>
          <dd data-is-bad={due > 0 || undefined}>
            <strong>{due > 0 ? <Link to={address}>{due}</Link> : due}</strong>
          </dd>
        </div>
      </dl>
    </div>
  )
}
