import { useGetList } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { formatInstant, hasRole, MINUTE } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'
import { type Message, notifications } from '../../resources/notifications'
import { type WaitlistEntry, waitlistEntries } from '../../resources/waitlistEntries'
import { Badge, LoadError, Loading, resourceKeys, Stack, useDisplay, useNow, useRole } from '../../show'
import bookingStyles from '../bookings/bookings.module.css'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { StatusLabel } from '../bookings/StatusLabel'
import { CustomerBand } from './CustomerBand'
import styles from './customers.module.css'
import { useText } from './useText'

const perPage = 10

const isToCome = ({ status }: Booking): boolean => status === 'held' || status === 'pending' || status === 'confirmed'

interface Line {
  id: string
  /** ISO 8601; sorts the lines. */
  at: string
  to: string
  when: string
  what: string
  state: ReactNode
}

const mailKeys = resourceKeys(notifications)
const waitingKeys = resourceKeys(waitlistEntries)

const useLines = () => {
  const text = useText()
  const display = useDisplay()
  return {
    ofBooking: (booking: Booking): Line => ({
      id: booking.id,
      at: booking.startsAt,
      to: `/bookings/${booking.id}`,
      when: formatDayTimes(booking, display),
      what: [booking.title, ...booking.resources.map(({ name }) => name)].join(' · '),
      state: <StatusLabel booking={booking} />,
    }),
    ofMail: ({ id, key, status, sentAt, createdAt }: Message): Line => ({
      id,
      at: sentAt ?? createdAt,
      to: `/settings/messages/?edit=${id}`,
      when: formatStart(sentAt ?? createdAt, display),
      what: text('customer.mail', { what: text(mailKeys.choice('key', key)) }),
      state: (
        <Badge tone={notifications.fields.status.options.tones?.[status] ?? 'info'}>
          {text(mailKeys.choice('status', status))}
        </Badge>
      ),
    }),
    ofEntry: ({ id, title, windows, status, offeredStartsAt, joinedAt }: WaitlistEntry): Line => {
      const at = offeredStartsAt ?? windows[0]?.startsAt ?? joinedAt
      return {
        id,
        at,
        to: `/waitlist/${id}/edit`,
        when: text('customer.from', { when: formatStart(at, display) }),
        what: title,
        state: (
          <Badge tone={waitlistEntries.fields.status.options.tones?.[status] ?? 'info'}>
            {text(waitingKeys.choice('status', status))}
          </Badge>
        ),
      }
    },
  }
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <Stack as="ul" className={bookingStyles.lines}>
    {lines.map(({ id, to, when, what, state }) => (
      <li key={id}>
        <Link to={to}>{when}</Link>
        <span>{what}</span>
        {state}
      </li>
    ))}
  </Stack>
)

/** The first of what comes, and the last of what was. */
const useStream = (customerId: string) => {
  const now = formatInstant(Math.floor(useNow() / MINUTE) * MINUTE)
  const mayReadMails = hasRole(useRole(), notifications.access.read)
  const lines = useLines()
  const first = (field: string, order: 'ASC' | 'DESC', more: object) =>
    ({ pagination: { page: 1, perPage }, sort: { field, order }, filter: { customerId, ...more } }) as const
  const toCome = useGetList<Booking>(bookings.name, first('startsAt', 'ASC', { startsAtFrom: now }), { retry: false })
  const past = useGetList<Booking>(bookings.name, first('startsAt', 'DESC', { startsAtTo: now }), { retry: false })
  const waiting = useGetList<WaitlistEntry>(
    waitlistEntries.name,
    first('joinedAt', 'ASC', { status: ['waiting', 'offered'] }),
    { retry: false },
  )
  const mails = useGetList<Message>(notifications.name, first('createdAt', 'DESC', {}), {
    retry: false,
    enabled: mayReadMails,
  })
  const next = toCome.data?.find(isToCome)
  const later = toCome.data?.filter(booking => booking !== next) ?? []
  const isLoading = [toCome, past, waiting].some(each => each.isPending) || (mayReadMails && mails.isPending)
  return {
    failed: [toCome, past].find(({ error }) => error),
    isLoading,
    next,
    later: [...later.map(lines.ofBooking), ...(waiting.data ?? []).map(lines.ofEntry)]
      .sort((a, b) => a.at.localeCompare(b.at))
      .slice(0, perPage),
    past: [...(past.data ?? []).map(lines.ofBooking), ...(mails.data ?? []).map(lines.ofMail)]
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, perPage),
    total: (toCome.total ?? 0) + (past.total ?? 0),
  }
}

/** What comes by time, then what was, the last first. */
export const CustomerStream = ({ customer }: { customer: Customer }) => {
  const text = useText()
  const id = useId()
  const { failed, isLoading, next, later, past, total } = useStream(customer.id)
  const address = `/bookings/?filter=${encodeURIComponent(JSON.stringify({ customerId: customer.id }))}`
  if (failed)
    return <LoadError message={text('booking.loadFailed')} error={failed.error} onRetry={() => void failed.refetch()} />
  if (isLoading) return <Loading>{text('loading', { title: text('customer.stream') })}</Loading>
  return (
    <>
      <CustomerBand customer={customer} next={next} />
      <section className={bookingStyles.panel} aria-labelledby={id}>
        <h2 id={id} className={bookingStyles.heading}>
          {text('customer.stream')}
        </h2>
        {total === 0 && <p className={bookingStyles.muted}>{text('customer.noBookings')}</p>}
        <Lines lines={later} />
        {past.length > 0 && (
          <>
            {(next || later.length > 0) && <p className={styles.today}>{text('customer.today')}</p>}
            <Lines lines={past} />
          </>
        )}
        {total > 0 && <Link to={address}>{text('customer.allBookings', { smart_count: total })}</Link>}
      </section>
    </>
  )
}
