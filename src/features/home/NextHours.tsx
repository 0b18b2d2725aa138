import visuallyHidden from '@mui/utils/visuallyHidden'
import type { HTMLAttributes } from 'react'
import { Link } from 'react-router'
import { HOUR } from '../../declare'
import type { Span } from '../../scheduling'
import { formatTime, formatTimes, useDisplay, useIsNarrow, useNow } from '../../show'
import { type ResourceLine, type TimelineBooking, useTimeline } from '../availability/availabilityApi'
import { nameOf } from '../availability/timeline/BookingBlock'
import { bookingLooks, shownStatus } from '../availability/timeline/bookingLooks'
import { lanesOf } from '../availability/timeline/lanes'
import { ClosedUntil } from './ClosedUntil'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

const hours = 6
/** As long as a block is at least drawn, so that none covers the next. */
const shortest = HOUR / 2

interface BookingLinkProps extends HTMLAttributes<HTMLElement> {
  booking: TimelineBooking
}

const BookingLink = ({ booking, ...props }: BookingLinkProps) =>
  booking.isForeign ? <span {...props} /> : <Link to={`/bookings/${booking.bookingId}`} {...props} />

/** The part of the day that is drawn. */
const shownPart = (from: number) => {
  const to = from + hours * HOUR
  const within = (instant: string, last = to): number => Math.min(Math.max(Date.parse(instant), from), last)
  const share = (instant: string): number => (within(instant) - from) / (to - from)
  return {
    isNear: ({ startsAt, endsAt }: Span): boolean => Date.parse(endsAt) > from && Date.parse(startsAt) < to,
    across: ({ startsAt, endsAt }: Span) => {
      const left = share(startsAt)
      return { left: `${left * 100}%`, width: `${(share(endsAt) - left) * 100}%` }
    },
    /** In which lane a span is drawn, of how many. */
    lanes: (spans: readonly Span[]) =>
      lanesOf(
        spans.map(({ startsAt, endsAt }) => {
          const top = within(startsAt, to - shortest)
          return { top, bottom: Math.max(Date.parse(endsAt), top + shortest) }
        }),
      ),
  }
}

interface LineProps {
  line: ResourceLine
  part: ReturnType<typeof shownPart>
}

const useTimesOf = () => {
  const display = useDisplay()
  return ({ startsAt, endsAt }: Span): string => formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)
}

const Strip = ({ line: { open, bookings }, part }: LineProps) => {
  const text = useText()
  const timesOf = useTimesOf()
  const near = bookings.filter(part.isNear)
  const lanes = part.lanes(near)
  const most = Math.max(1, ...lanes.map(({ lanes: count }) => count))
  return (
    <div className={styles.strip} style={{ height: `${most * 1.5}rem` }}>
      {open.filter(part.isNear).map(span => (
        <div key={span.startsAt} className={styles.open} style={part.across(span)} />
      ))}
      {near.map((booking, index) => {
        const { lane, lanes: count } = lanes[index] ?? { lane: 0, lanes: 1 }
        const { left, width } = part.across(booking)
        const { Icon, label } = bookingLooks[shownStatus(booking)]
        const name = nameOf(booking, text)
        const about = `${timesOf(booking)}, ${text(label)}`
        return (
          <BookingLink
            key={booking.bookingId}
            booking={booking}
            className={styles.block}
            data-status={booking.status}
            style={{
              left: `min(${left}, 100% - 1.5rem)`,
              width,
              top: `${(lane / count) * 100}%`,
              height: `${100 / count}%`,
            }}
            data-tip={`${name} · ${about}`}
          >
            <Icon fontSize="inherit" aria-hidden />
            <span>{name}</span>
            <span style={visuallyHidden}>{about}</span>
          </BookingLink>
        )
      })}
    </div>
  )
}

const Lines = ({ line: { bookings }, part }: LineProps) => {
  const text = useText()
  const timesOf = useTimesOf()
  const near = bookings.filter(part.isNear)
  if (near.length === 0) return <p className={styles.note}>{text('home.nothingSoon')}</p>
  return (
    <ul>
      {near.map(booking => (
        <li key={booking.bookingId}>
          <BookingLink booking={booking}>
            {timesOf(booking)} {nameOf(booking, text)}
          </BookingLink>
        </li>
      ))}
    </ul>
  )
}

interface NextHoursProps {
  today: string
  /** The hours may pass midnight. */
  until: string
  resourceIds: readonly string[]
  more: number
}

export const NextHours = ({ today, until, resourceIds, more }: NextHoursProps) => {
  const text = useText()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const from = Math.floor(useNow() / HOUR) * HOUR
  const part = shownPart(from)
  const { data, error, refetch } = useTimeline({ from: today, to: until, resourceIds, request: null, channelId: null })

  const isOpenSoon = data?.some(({ open, bookings }) => open.some(part.isNear) || bookings.some(part.isNear)) ?? true
  if (data && data.length > 0 && !isOpenSoon) return <ClosedUntil today={today} resourceIds={resourceIds} />

  const Line = isNarrow ? Lines : Strip
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
          {Array.from({ length: hours }, (_, index) => formatTime(from + index * HOUR, display)).map(time => (
            <span key={time}>{time}</span>
          ))}
        </div>
      )}
      <ul className={styles.resources}>
        {data?.map(line => (
          <li key={line.resourceId}>
            <h3>{line.name}</h3>
            <Line line={line} part={part} />
          </li>
        ))}
      </ul>
      {more > 0 && <Link to="/availability">{text('home.moreResources', { smart_count: more })}</Link>}
    </HomePanel>
  )
}
