import { useCanAccess } from 'ra-core'
import { Fragment, lazy, Suspense, useId } from 'react'
import { Link } from 'react-router'
import { type Booking, bookings } from '../../../resources/bookings'
import { bookableResources } from '../../../resources/resources'
import { Badge, formatMoney, formatTimes, Row, recordAddress, resourceKeys, useDisplay } from '../../../show'
import { isOfSeries } from '../../series/isOfSeries'
import { SeriesMark } from '../../series/SeriesMark'
import styles from '../band.module.css'
import { useBookingApi } from '../bookingsApi'
import { formatLongDay } from '../formatDayTimes'
import { StatusLabel } from '../StatusLabel'
import { useText } from '../useText'
import { PaidButton } from './PaidButton'
import { Who } from './Who'

const VisitMark = lazy(() => import('../../visits/VisitMark'))

const keys = resourceKeys(bookings)
const owed: ReadonlySet<string> = new Set<Booking['status']>(['confirmed', 'completed', 'no_show'])

export const BookingBand = ({ booking }: { booking: Booking }) => {
  const text = useText()
  const id = useId()
  const display = useDisplay()
  const { canAccess: canEdit } = useCanAccess({ resource: bookings.name, action: 'edit' })
  const api = useBookingApi()
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
        {booking.visitId && (
          <p>
            <Suspense>
              <VisitMark booking={booking} />
            </Suspense>
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
              {paymentStatus === 'unpaid' && owed.has(status) && canEdit && (
                <PaidButton before={paymentStatus} onSet={next => api.patch(booking.id, { paymentStatus: next })} />
              )}
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
