import { useCanAccess, useGetOne } from 'ra-core'
import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { type Booking, bookings } from '../../../resources/bookings'
import type { Customer } from '../../../resources/customers'
import { bookableResources } from '../../../resources/resources'
import { Badge, formatMoney, formatTimes, Row, recordAddress, resourceKeys, useDisplay } from '../../../show'
import { CustomerHead } from '../../customers/CustomerHead'
import { isOfSeries } from '../../series/isOfSeries'
import { SeriesMark } from '../../series/SeriesMark'
import styles from '../band.module.css'
import { useText } from '../dialog/useText'
import { formatLongDay } from '../formatDayTimes'
import { StatusLabel } from '../StatusLabel'
import { PaidButton } from './PaidButton'

const keys = resourceKeys(bookings)
const owed: ReadonlySet<string> = new Set<Booking['status']>(['confirmed', 'completed', 'no_show'])

const Who = ({ customerId }: { customerId: string }) => {
  const text = useText()
  const { data: customer, isPending } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  if (!customer) return isPending && <span data-is-loading="true" />
  const { bookingCount, noShowCount } = customer
  return (
    <>
      <p>
        {[
          text('booking.bookingCount', { smart_count: bookingCount }),
          noShowCount > 0 && text('booking.noShowCount', { smart_count: noShowCount }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <CustomerHead customer={customer} />
    </>
  )
}

/** When and with whom, who comes and how they are reached, and what is paid. */
export const BookingBand = ({ booking }: { booking: Booking }) => {
  const text = useText()
  const id = useId()
  const display = useDisplay()
  const { canAccess: canEdit } = useCanAccess({ resource: bookings.name, action: 'edit' })
  const start = Date.parse(booking.startsAt)
  const { customerId, customerName, quantity, resources, status, total, paymentStatus } = booking
  return (
    <div className={styles.band}>
      <section className={styles.part} aria-labelledby={`${id}-when`}>
        <h2 id={`${id}-when`}>{text('booking.when')}</h2>
        <Row wrap gap="0.125rem 0.75rem">
          <strong className={styles.lead}>{formatTimes(start, Date.parse(booking.endsAt), display)}</strong>
          <StatusLabel booking={booking} />
        </Row>
        <p>{formatLongDay(start, display)}</p>
        <p>
          {resources.map(({ resourceId, name }, index) => (
            <Fragment key={resourceId}>
              {index > 0 && ' · '}
              <Link to={recordAddress(bookableResources, resourceId) ?? ''}>{name}</Link>
            </Fragment>
          ))}
          {quantity > 1 && ` × ${quantity}`}
        </p>
        {isOfSeries(booking) && (
          <p>
            <SeriesMark booking={booking} />
          </p>
        )}
      </section>
      {customerId && (
        <section className={styles.part} aria-labelledby={`${id}-who`}>
          <h2 id={`${id}-who`}>{text('booking.customer')}</h2>
          <Link to={`/customers/${customerId}`} className={styles.lead}>
            {customerName}
          </Link>
          <Who customerId={customerId} />
        </section>
      )}
      {total.amount > 0 && (
        <dl className={styles.figures}>
          <div>
            <dt>{text(keys.field('total'))}</dt>
            <dd>
              <strong>{formatMoney(total, display.locale)}</strong>
              <Badge tone={paymentStatus === 'unpaid' ? 'bad' : 'done'}>
                {text(keys.choice('paymentStatus', paymentStatus))}
              </Badge>
              {paymentStatus === 'unpaid' && owed.has(status) && canEdit && <PaidButton booking={booking} />}
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
