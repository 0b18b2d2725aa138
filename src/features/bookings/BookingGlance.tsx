import Block from '@mui/icons-material/BlockOutlined'
import { useGetOne } from 'ra-core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { type Booking, bookings } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'
import { formatMoney, formatTimes, Row, resourceKeys, useDisplay } from '../../show'
import { usePhones } from '../customers/usePhones'
import { isOfSeries } from '../series/isOfSeries'
import { SeriesMark } from '../series/SeriesMark'
import styles from './bookings.module.css'
import { formatLongDay } from './formatDayTimes'
import { StatusLabel } from './StatusLabel'
import { useText } from './useText'

const VisitMark = lazy(() => import('../visits/VisitMark'))

const keys = resourceKeys(bookings)

const Contact = ({ customerId }: { customerId: string }) => {
  const text = useText()
  const { national } = usePhones()
  const { data } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  if (!data) return null
  const { email, phone, noShowCount, isBlocked, blockedReason, tags } = data
  return (
    <>
      {(phone || email) && (
        <Row as="span" wrap gap="0 0.75rem" align="stretch">
          {phone && <a href={`tel:${phone}`}>{national(phone)}</a>}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </Row>
      )}
      {isBlocked && (
        <Row as="span" gap="0.375rem" className={styles.warning}>
          <Block fontSize="small" />
          {blockedReason ? text('booking.blockedBecause', { reason: blockedReason }) : text('booking.blocked')}
        </Row>
      )}
      {(noShowCount > 0 || (tags ?? []).length > 0) && (
        <span className={styles.muted}>
          {[noShowCount > 0 && text('booking.noShowCount', { smart_count: noShowCount }), ...(tags ?? [])]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </>
  )
}

export const BookingGlance = ({ booking }: { booking: Booking }) => {
  const text = useText()
  const display = useDisplay()
  const start = Date.parse(booking.startsAt)
  const { customerId, customerName, total, paymentStatus } = booking
  const due = paymentStatus === 'unpaid' ? total.amount : 0
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <>
      <Row as="p" wrap gap="0.125rem 0.75rem">
        <strong>{formatTimes(start, Date.parse(booking.endsAt), display)}</strong>
        <span>{formatLongDay(start, display)}</span>
        <StatusLabel booking={booking} />
      </Row>
      <dl className={styles.glance}>
        {fact(
          text(keys.field('title')),
          [booking.title, booking.quantity > 1 && `× ${booking.quantity}`].filter(Boolean).join(' '),
        )}
        {booking.resources.length > 0 &&
          fact(text('booking.where'), booking.resources.map(({ name }) => name).join(', '))}
        {isOfSeries(booking) && fact(text('booking.series'), <SeriesMark booking={booking} />)}
        {booking.visitId &&
          fact(
            text('booking.visit'),
            <Suspense>
              <VisitMark booking={booking} />
            </Suspense>,
          )}
        {fact(text(keys.field('reference')), <code>{booking.reference}</code>)}
        {customerId &&
          fact(
            text('booking.customer'),
            <>
              <Link to={`/customers/${customerId}`}>{customerName}</Link>
              <Contact customerId={customerId} />
            </>,
          )}
        {total.amount > 0 &&
          fact(
            text(keys.field('paymentStatus')),
            [
              formatMoney(total, display.locale),
              text(keys.choice('paymentStatus', paymentStatus)),
              due > 0 && text('booking.due', { amount: formatMoney(total, display.locale) }),
            ]
              .filter(Boolean)
              .join(' · '),
          )}
        {booking.notes && fact(text('booking.notes'), booking.notes)}
        {booking.internalNotes && fact(text('booking.internalNotes'), booking.internalNotes)}
      </dl>
    </>
  )
}
