import { useGetList } from 'ra-core'
import { Link } from 'react-router'
import { MINUTE } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import { formatTimes, Row, useDisplay } from '../../show'
import { BookingActions } from '../bookings/actions/BookingActions'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { StatusLabel } from '../bookings/StatusLabel'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

interface BookingsPanelProps {
  title: string
  empty: string
  filter: Readonly<Record<string, unknown>>
  sort: { field: string; order: 'ASC' | 'DESC' }
  /** Lines omit the date. */
  isOneDay?: boolean
  /** Lines omit the status. */
  isOneStatus?: boolean
  atMost?: number
  isOptional?: boolean
  without?: (booking: Booking) => boolean
}

/** Actions on such bookings are rare, so none gets a button. */
const isOver = ({ status }: Booking): boolean => status === 'completed' || status === 'no_show'

/** Holds expire without an event. */
const askedAgain = MINUTE

export const BookingsPanel = ({
  title,
  empty,
  filter,
  sort,
  isOneDay = false,
  isOneStatus = false,
  atMost = 25,
  isOptional = false,
  without = () => false,
}: BookingsPanelProps) => {
  const text = useText()
  const display = useDisplay()
  const {
    data: found,
    total: all,
    error,
    refetch,
  } = useGetList<Booking>(
    bookings.name,
    { pagination: { page: 1, perPage: atMost }, sort, filter },
    { retry: false, refetchInterval: askedAgain },
  )
  const data = found?.filter(booking => !without(booking))
  const total = all !== undefined && found && data ? all - found.length + data.length : all
  if (isOptional && data?.length === 0) return null
  const timesOf = (booking: Booking): string =>
    isOneDay
      ? formatTimes(Date.parse(booking.startsAt), Date.parse(booking.endsAt), display)
      : formatDayTimes(booking, display)
  return (
    <HomePanel
      title={title}
      note={total ? String(total) : null}
      isLoading={!data}
      error={error}
      onRetry={() => void refetch()}
      empty={data?.length === 0 && empty}
    >
      <ul className={styles.bookings}>
        {data?.map(booking => (
          <li key={booking.id}>
            <div className={styles.booking}>
              <Link to={`/bookings/${booking.id}`}>
                <span>{timesOf(booking)}</span> {booking.customerName ?? text('availability.noName')}
              </Link>
              {!isOneStatus && <StatusLabel booking={booking} />}
              <p>
                {[
                  booking.title,
                  ...booking.resources.map(({ name }) => name),
                  booking.quantity > 1 && `× ${booking.quantity}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Row wrap gap="0.5rem" align="stretch">
              <BookingActions booking={booking} buttons={isOver(booking) ? 0 : 1} isCompact />
            </Row>
          </li>
        ))}
      </ul>
      {total !== undefined && total > atMost && (
        <Link to={`/bookings/?${new URLSearchParams({ filter: JSON.stringify(filter) })}`}>
          {text('home.allBookings', { count: total })}
        </Link>
      )}
    </HomePanel>
  )
}
