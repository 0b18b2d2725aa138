import { useId } from 'react'
import { Link } from 'react-router'
import type { Booking } from '../../resources/bookings'
import { type Customer, customers } from '../../resources/customers'
import { formatMoment, formatMoney, Row, resourceKeys, todayIn, useDisplay } from '../../show'
import { BookingActions } from '../bookings/actions/BookingActions'
import styles from '../bookings/band.module.css'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { StatusLabel } from '../bookings/StatusLabel'
import { useText } from './useText'

const keys = resourceKeys(customers)

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
  const { spent, due } = customer
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
            <Row wrap gap="0.5rem" className={styles.doing}>
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
        {spent && (
          <div>
            <dt>{text(keys.field('spent'))}</dt>
            <dd>
              <strong>{formatMoney(spent, display.locale)}</strong>
            </dd>
          </div>
        )}
        {due && due.amount > 0 && (
          <div>
            <dt>{text(keys.field('due'))}</dt>
            <dd data-is-bad>
              <strong>
                <Link to={address}>{formatMoney(due, display.locale)}</Link>
              </strong>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
