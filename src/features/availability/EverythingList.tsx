import { useGetList } from 'ra-core'
import { Link } from 'react-router'
import { addDays, datesFrom } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import { formatDay, formatTimes, LoadError, useDisplay } from '../../show'
import { StatusLabel } from '../bookings/StatusLabel'
import { useClosedDays } from '../setup/useClosedDays'
import styles from './availability.module.css'
import { useText } from './useText'
import type { ViewState } from './viewState'

interface EverythingListProps {
  from: string
  addressOf: (changes: Partial<ViewState>) => string
}

const firstOfDay = { pagination: { page: 1, perPage: 50 }, sort: { field: 'startsAt', order: 'ASC' } } as const
const taking = ['held', 'pending', 'confirmed', 'completed', 'no_show']

const Day = ({ date, to, closed }: { date: string; to: string; closed: string | undefined }) => {
  const text = useText()
  const display = useDisplay()
  const filter = { startsAtFrom: date, startsAtTo: addDays(date, 1), status: taking }
  const { data, total, error, refetch } = useGetList<Booking>(
    bookings.name,
    { ...firstOfDay, filter },
    { retry: false },
  )
  const day = formatDay(date, display.locale, 'full')
  const count = total !== undefined && text('availability.bookingCount', { smart_count: total })
  return (
    <section aria-label={day}>
      <h3>
        <Link to={to}>{day}</Link> <small>{[closed, total !== 0 && count].filter(Boolean).join(' · ') || count}</small>
      </h3>
      {error ? (
        <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.agenda}>
          {data?.map(booking => (
            <li key={booking.id}>
              <span className={styles.times}>
                {formatTimes(Date.parse(booking.startsAt), Date.parse(booking.endsAt), display)}
              </span>
              <Link to={`/bookings/${booking.id}`}>{booking.customerName ?? text('availability.noName')}</Link>
              <span className={styles.about}>
                {[booking.title, ...booking.resources.map(({ name }) => name)].join(' · ')}
              </span>
              <StatusLabel booking={booking} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const EverythingList = ({ from, addressOf }: EverythingListProps) => {
  const dates = datesFrom(from, 7)
  const closed = useClosedDays(from, dates[6] ?? from)
  return (
    <div className={styles.days}>
      {dates.map(date => (
        <Day
          key={date}
          date={date}
          to={addressOf({ view: 'day', date, why: null })}
          closed={closed.find(one => one.from <= date && date <= one.to)?.name}
        />
      ))}
    </div>
  )
}

export default EverythingList
