import type { CSSProperties, PointerEvent } from 'react'
import { formatTimes, useDisplay } from '../../../show'
import type { TimelineBooking } from '../availabilityApi'
import { useText } from '../useText'
import { bookingLooks, litWith, shownStatus } from './bookingLooks'
import styles from './timeline.module.css'

interface BookingBlockProps {
  booking: TimelineBooking
  where: string
  /** The capacity counted in units; else null. */
  pool: number | null
  isActive: boolean
  isMovable: boolean
  isLit: boolean
  style: CSSProperties
  onGrab: (event: PointerEvent<HTMLButtonElement>) => void
  onOpen: () => void
}

export const nameOf = (
  { customerName, reference, isForeign }: TimelineBooking,
  text: ReturnType<typeof useText>,
): string => customerName ?? reference ?? text(isForeign ? 'availability.taken' : 'availability.noName')

export const colorOf = ({ color }: TimelineBooking): CSSProperties =>
  ({ ...(color && { '--item': color }) }) as CSSProperties

export const BookingBlock = ({
  booking,
  where,
  pool,
  isActive,
  isMovable,
  isLit,
  style,
  onGrab,
  onOpen,
}: BookingBlockProps) => {
  const text = useText()
  const display = useDisplay()
  const status = shownStatus(booking)
  const { Icon, label } = bookingLooks[status]
  const name = nameOf(booking, text)
  const times = formatTimes(Date.parse(booking.startsAt), Date.parse(booking.endsAt), display)
  const { seriesIndex, visitIndex } = booking
  const place = (index: number | null, count: number | null) =>
    index === null || count === null ? '' : text('booking.seriesMark', { index: index + 1, count })
  const mark = place(visitIndex, booking.visitLength) || place(seriesIndex, booking.seriesLength)
  const quantity = pool
    ? text('availability.ofPool', { count: booking.quantity, capacity: pool })
    : booking.quantity > 1
      ? `× ${booking.quantity}`
      : ''
  return (
    <button
      type="button"
      className={styles.booking}
      data-status={status}
      data-movable={isMovable}
      data-lit={isLit}
      aria-disabled={booking.isForeign || undefined}
      data-booking={booking.bookingId}
      data-lights={litWith(booking)}
      tabIndex={isActive ? 0 : -1}
      aria-label={[name, times, booking.title, where, text(label), quantity, mark].filter(Boolean).join(', ')}
      aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
      style={{ ...style, ...colorOf(booking) }}
      onPointerDown={onGrab}
      onClick={onOpen}
    >
      <Icon className={styles.statusIcon} />
      <span className={styles.bookingText}>
        {visitIndex === null ? (
          <strong>
            {name} {quantity} {seriesIndex !== null && '↻'}
          </strong>
        ) : (
          <strong className={styles.ofVisit}>
            <b>
              {name} {quantity}
            </b>
            <small>{mark}</small>
          </strong>
        )}
        <span>
          {times} {visitIndex === null && mark && `(${mark})`}
        </span>
        {booking.title && <span>{booking.title}</span>}
        {status !== 'confirmed' && <span>{text(label)}</span>}
      </span>
      {pool && <span className={styles.meter} style={{ width: `${(100 * booking.quantity) / pool}%` }} />}
    </button>
  )
}
