import { useGetList } from 'ra-core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { MINUTE } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import { formatDayOf, formatTime, Row, useDisplay, useNow } from '../../show'
import { BookingActions } from '../bookings/actions/BookingActions'
import { StatusLabel } from '../bookings/StatusLabel'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

const VisitOnLine = lazy(() => import('../visits/VisitOnLine'))

interface BookingsPanelProps {
  title: string
  empty: string
  filter: Readonly<Record<string, unknown>>
  sort: { field: string; order: 'ASC' | 'DESC' }
  isOneDay?: boolean
  isOneStatus?: boolean
  atMost?: number
  isOptional?: boolean
  without?: (booking: Booking) => boolean
}

/** Rare actions get no button. */
const isOver = ({ status }: Booking): boolean => status === 'completed' || status === 'no_show'

const isUsual = ({ status, checkedInAt }: Booking): boolean => status === 'confirmed' && checkedInAt === null

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
  const now = useNow()
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
  const kept = found?.filter(booking => !without(booking))
  const partsOf = (booking: Booking) =>
    kept?.filter(({ id, visitId }) => id === booking.id || (visitId && visitId === booking.visitId)) ?? []
  // A visit arrives once, with its first part.
  const data = kept?.filter(booking => partsOf(booking)[0] === booking)
  const total = all !== undefined && found && data ? all - found.length + data.length : all
  if (isOptional && data?.length === 0) return null
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
        {data?.map(booking => {
          const { id, visitId, quantity } = booking
          const parts = partsOf(booking)
          const names = new Set(parts.flatMap(({ resources }) => resources.map(({ name }) => name)))
          const start = Date.parse(booking.startsAt)
          const end = Math.max(...parts.map(({ endsAt }) => Date.parse(endsAt)))
          return (
            <li key={id} data-is-over={end <= now}>
              <time className={styles.time} dateTime={booking.startsAt}>
                {isOneDay || <span>{formatDayOf(start, display)}</span>}
                <strong>{formatTime(start, display)}</strong>
                {isOneDay && <span>{formatTime(end, display)}</span>}
              </time>
              <div className={styles.booking}>
                <Row gap="0.5rem" wrap justify="space-between">
                  <div className={styles.who}>
                    <Link to={visitId ? `/visits/${visitId}` : `/bookings/${id}`}>
                      {booking.customerName ?? text('availability.noName')}
                    </Link>{' '}
                    {!isOneStatus && !isUsual(booking) && <StatusLabel booking={booking} />}
                  </div>
                  <Row gap="0.25rem" className={styles.rowEnd}>
                    {visitId ? (
                      <Suspense>
                        <VisitOnLine visitId={visitId} parts={parts} buttons={parts.every(isOver) ? 0 : 1} />
                      </Suspense>
                    ) : (
                      <BookingActions booking={booking} buttons={isOver(booking) ? 0 : 1} isCompact />
                    )}
                  </Row>
                </Row>
                <p>
                  {[parts.map(({ title }) => title).join(' + '), ...names, quantity > 1 && `× ${quantity}`]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {total !== undefined && total > atMost && (
        <Link to={`/bookings/?${new URLSearchParams({ filter: JSON.stringify(filter) })}`}>
          {text('home.allBookings', { count: total })}
        </Link>
      )}
    </HomePanel>
  )
}
