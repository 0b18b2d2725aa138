import { Link } from 'react-router'
import { formatTime, formatTimes } from '../../crud/format/clockTimes'
import { useDisplay } from '../../crud/format/display'
import { useIsNarrow } from '../../crud/list/useIsNarrow'
import { useText } from '../../i18n/useText'
import type { Span } from '../../scheduling'
import { type ResourceLine, type TimelineBooking, useTimeline } from '../availability/availabilityApi'
import { lookOf } from '../availability/timeline/bookingLooks'
import { lanesOf } from '../availability/timeline/lanes'
import { useNow } from '../availability/timeline/useNow'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'

const hour = 3_600_000
const hours = 6

interface NextHoursProps {
  today: string
  /** The day after tomorrow, so that the hours may pass midnight. */
  until: string
  resourceIds: readonly string[]
  /** How many others there are, which only the timeline shows. */
  more: number
}

/** What each resource has before it in the next hours. */
export const NextHours = ({ today, until, resourceIds, more }: NextHoursProps) => {
  const text = useText()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const from = Math.floor(useNow() / hour) * hour
  const to = from + hours * hour
  const { data, error, refetch } = useTimeline({ from: today, to: until, resourceIds, request: null, channelId: null })

  const isNear = ({ startsAt, endsAt }: Span): boolean => Date.parse(endsAt) > from && Date.parse(startsAt) < to
  const share = (millis: number): number => (Math.min(Math.max(millis, from), to) - from) / (to - from)
  const across = ({ startsAt, endsAt }: Span) => {
    const left = share(Date.parse(startsAt))
    return { left: `${left * 100}%`, width: `${(share(Date.parse(endsAt)) - left) * 100}%` }
  }
  const nameOf = ({ customerName, reference }: TimelineBooking): string =>
    customerName ?? reference ?? text('availability.noName')
  const timesOf = ({ startsAt, endsAt }: Span): string => formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)

  const strip = ({ open, bookings }: ResourceLine) => {
    const near = bookings.filter(isNear)
    const lanes = lanesOf(
      near.map(({ startsAt, endsAt }) => ({ top: Date.parse(startsAt), bottom: Date.parse(endsAt) })),
    )
    return (
      <div className={styles.strip}>
        {open.filter(isNear).map(span => (
          <div key={span.startsAt} className={styles.open} style={across(span)} />
        ))}
        {near.map((booking, index) => {
          const { lane, lanes: count } = lanes[index] ?? { lane: 0, lanes: 1 }
          const { Icon, label } = lookOf(booking.status)
          return (
            <Link
              key={booking.bookingId}
              to={`/bookings/${booking.bookingId}`}
              className={styles.block}
              data-status={booking.status}
              style={{ ...across(booking), top: `${(lane / count) * 100}%`, height: `${100 / count}%` }}
              title={[nameOf(booking), timesOf(booking), text(label)].join(' · ')}
            >
              <Icon fontSize="inherit" aria-hidden />
              <span>{nameOf(booking)}</span>
              <span className={styles.hidden}>
                {timesOf(booking)}, {text(label)}
              </span>
            </Link>
          )
        })}
      </div>
    )
  }
  const list = ({ bookings }: ResourceLine) => {
    const near = bookings.filter(isNear)
    return near.length === 0 ? (
      <p className={styles.note}>{text('home.nothingSoon')}</p>
    ) : (
      <ul>
        {near.map(booking => (
          <li key={booking.bookingId}>
            <Link to={`/bookings/${booking.bookingId}`}>
              {timesOf(booking)} {nameOf(booking)}
            </Link>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <HomePanel
      title={text('home.nextHours')}
      isLoading={!data}
      error={error}
      onRetry={() => void refetch()}
      empty={data?.length === 0 && text('availability.noResources')}
    >
      {!isNarrow && (
        <div className={styles.hours} aria-hidden="true">
          {Array.from({ length: hours }, (_, index) => formatTime(from + index * hour, display)).map(time => (
            <span key={time}>{time}</span>
          ))}
        </div>
      )}
      <ul className={styles.resources}>
        {data?.map(line => (
          <li key={line.resourceId}>
            <h3>{line.name}</h3>
            {isNarrow ? list(line) : strip(line)}
          </li>
        ))}
      </ul>
      {more > 0 && <Link to="/availability">{text('home.moreResources', { smart_count: more })}</Link>}
    </HomePanel>
  )
}
