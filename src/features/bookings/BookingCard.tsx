import Popper, { type PopperProps } from '@mui/material/Popper'
import { useGetOne } from 'ra-core'
import { useCallback, useRef } from 'react'
import { type Booking, bookings } from '../../resources/bookings'
import { Row } from '../../show'
import type { BookingCardProps } from '../availability/timeline/TimelineActions'
import { useText } from '../availability/useText'
import { BookingActions } from './actions/BookingActions'
import { BookingGlance } from './BookingGlance'
import styles from './bookings.module.css'

type Placed = Extract<NonNullable<PopperProps['popperRef']>, { current: unknown }>['current']

const placing = [
  { name: 'offset', options: { offset: [0, 8] } },
  { name: 'flip', options: { fallbackPlacements: ['left-start', 'bottom', 'top'] } },
  { name: 'preventOverflow', options: { altAxis: true, padding: { top: 64, right: 8, bottom: 8, left: 8 } } },
]

const BookingCard = ({ bookingId, anchor, handlers }: BookingCardProps) => {
  const text = useText()
  const { data: booking } = useGetOne<Booking>(bookings.name, { id: bookingId }, { retry: false })
  const popper = useRef<Placed>(null)
  // The card grows as data arrives.
  const watch = useCallback((card: HTMLElement | null) => {
    if (!card || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => void popper.current?.update())
    observer.observe(card)
    return () => observer.disconnect()
  }, [])
  if (!booking) return null
  return (
    <Popper
      popperRef={popper}
      open
      disablePortal
      anchorEl={anchor}
      placement="right-start"
      modifiers={placing}
      className={styles.cardPlace}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: what belongs to one booking is no set of form fields */}
      <div
        ref={watch}
        role="group"
        aria-label={text('booking.title', { reference: booking.reference })}
        data-card
        className={styles.card}
        {...handlers}
      >
        <p className={styles.cardName}>{booking.customerName ?? text('availability.noName')}</p>
        <BookingGlance booking={booking} />
        <Row wrap gap="0.5rem" align="stretch">
          <BookingActions booking={booking} buttons={2} />
        </Row>
      </div>
    </Popper>
  )
}

export default BookingCard
