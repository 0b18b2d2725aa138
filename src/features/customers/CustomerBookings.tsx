import { useGetList } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import { type Booking, bookings } from '../../resources/bookings'
import { LoadError, Loading } from '../../show'
import { BookingLines } from '../bookings/BookingLines'
import styles from '../bookings/bookings.module.css'
import { useText } from './useText'

const perPage = 10

export const CustomerBookings = ({ customerId }: { customerId: string }) => {
  const text = useText()
  const id = useId()
  const filter = { customerId }
  const { data, total, error, refetch } = useGetList<Booking>(
    bookings.name,
    { pagination: { page: 1, perPage }, sort: { field: 'startsAt', order: 'DESC' }, filter },
    { retry: false },
  )
  const address = `/bookings/?filter=${encodeURIComponent(JSON.stringify(filter))}`
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {text('customer.bookings')}
      </h2>
      {data ? (
        <>
          {data.length === 0 ? (
            <p className={styles.muted}>{text('customer.noBookings')}</p>
          ) : (
            <BookingLines bookings={data} />
          )}
          {total !== undefined && total > perPage && (
            <Link to={address}>{text('customer.allBookings', { count: total })}</Link>
          )}
        </>
      ) : error ? (
        <LoadError message={text('booking.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>{text('loading', { title: text('customer.bookings') })}</Loading>
      )}
    </section>
  )
}
