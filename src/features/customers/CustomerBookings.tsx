import { useGetList } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatInstant, MINUTE } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'
import { LoadError, Loading, useNow } from '../../show'
import { BookingLines } from '../bookings/BookingLines'
import bookingStyles from '../bookings/bookings.module.css'
import { CustomerBand } from './CustomerBand'
import styles from './customers.module.css'
import { useText } from './useText'

const perPage = 10

const isToCome = ({ status }: Booking): boolean => status === 'held' || status === 'pending' || status === 'confirmed'

/** The next visit and what is known in figures, then all bookings: those to come by time, then the past ones, the last first. */
export const CustomerBookings = ({ customer }: { customer: Customer }) => {
  const text = useText()
  const id = useId()
  const now = formatInstant(Math.floor(useNow() / MINUTE) * MINUTE)
  const filter = { customerId: customer.id }
  const list = (order: 'ASC' | 'DESC', range: object) =>
    ({
      pagination: { page: 1, perPage },
      sort: { field: 'startsAt', order },
      filter: { ...filter, ...range },
    }) as const
  const toCome = useGetList<Booking>(bookings.name, list('ASC', { startsAtFrom: now }), { retry: false })
  const past = useGetList<Booking>(bookings.name, list('DESC', { startsAtTo: now }), { retry: false })
  const total = (toCome.total ?? 0) + (past.total ?? 0)
  const address = `/bookings/?filter=${encodeURIComponent(JSON.stringify(filter))}`
  const failed = [toCome, past].find(({ error }) => error)
  if (failed)
    return <LoadError message={text('booking.loadFailed')} error={failed.error} onRetry={() => void failed.refetch()} />
  if (!toCome.data || !past.data) return <Loading>{text('loading', { title: text('customer.bookings') })}</Loading>
  const next = toCome.data.find(isToCome)
  const later = toCome.data.filter(booking => booking !== next)
  return (
    <>
      <CustomerBand customer={customer} next={next} />
      <section className={bookingStyles.panel} aria-labelledby={id}>
        <h2 id={id} className={bookingStyles.heading}>
          {text('customer.bookings')}
        </h2>
        {total === 0 && <p className={bookingStyles.muted}>{text('customer.noBookings')}</p>}
        {later.length > 0 && <BookingLines bookings={later} />}
        {past.data.length > 0 && (
          <>
            {(next || later.length > 0) && <p className={styles.today}>{text('customer.today')}</p>}
            <BookingLines bookings={past.data} />
          </>
        )}
        {total > toCome.data.length + past.data.length && (
          <Link to={address}>{text('customer.allBookings', { count: total })}</Link>
        )}
      </section>
    </>
  )
}
