import type { CSSProperties, PointerEvent } from 'react'
import { useText } from '../../../i18n/useText'
import { formatTimes } from '../../../ui/format/clockTimes'
import { useDisplay } from '../../../ui/format/display'
import type { TimelineBooking } from '../availabilityApi'
import { lookOf } from './bookingLooks'
import styles from './timeline.module.css'

interface BookingBlockProps {
  booking: TimelineBooking
  /** The column's name, for screen readers. */
  where: string
  isActive: boolean
  isMovable: boolean
  style: CSSProperties
  onGrab: (event: PointerEvent<HTMLButtonElement>) => void
  onOpen: () => void
}

/** What a booking is called in a timeline. */
export const nameOf = (
  { customerName, reference, isForeign }: TimelineBooking,
  text: ReturnType<typeof useText>,
): string => customerName ?? reference ?? text(isForeign ? 'availability.taken' : 'availability.noName')

/** A booking or a hold in its place: who, when, and its status as icon and text. */
export const BookingBlock = ({ booking, where, isActive, isMovable, style, onGrab, onOpen }: BookingBlockProps) => {
  const text = useText()
  const display = useDisplay()
  const { Icon, label } = lookOf(booking.status)
  const name = nameOf(booking, text)
  const times = formatTimes(Date.parse(booking.startsAt), Date.parse(booking.endsAt), display)
  const quantity = booking.quantity > 1 ? `× ${booking.quantity}` : ''
  return (
    <button
      type="button"
      className={styles.booking}
      data-status={booking.status}
      data-movable={isMovable}
      aria-disabled={booking.isForeign || undefined}
      data-booking={booking.bookingId}
      tabIndex={isActive ? 0 : -1}
      aria-label={[name, times, where, text(label), quantity].filter(Boolean).join(', ')}
      aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
      data-tip={[name, times, text(label)].join(' · ')}
      style={style}
      onPointerDown={onGrab}
      onClick={onOpen}
    >
      <Icon className={styles.statusIcon} />
      <span className={styles.bookingText}>
        <strong>{name}</strong> {quantity} <span>{times}</span> <span>{text(label)}</span>
      </span>
    </button>
  )
}
