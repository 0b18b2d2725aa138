import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useRef, useState } from 'react'
import type { TimelineBooking } from '../availabilityApi'
import { useText } from '../useText'
import { BookingBlock } from './BookingBlock'
import { litWith } from './bookingLooks'
import type { ColumnLayout, PlacedBooking } from './columnLayout'
import styles from './timeline.module.css'

const LaterSpans = lazy(() => import('./LaterSpans'))

export interface BookingHandlers {
  isMovable: (booking: TimelineBooking) => boolean
  onGrab: (bookingId: string, event: PointerEvent<HTMLElement>) => void
  onOpen: (bookingId: string) => void
  onStep: (bookingId: string, rows: number, columns: number) => void
}

interface ColumnBookingsProps extends BookingHandlers {
  layout: ColumnLayout
  bookings: readonly PlacedBooking[]
  litId: string | null
  name: string
  /** The capacity counted in units; else null. */
  pool: number | null
}

const stepKeys: Readonly<Record<string, [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrow keys select, with Alt they move. */
export const ColumnBookings = ({
  layout,
  bookings,
  litId,
  name,
  pool,
  isMovable,
  onGrab,
  onOpen,
  onStep,
}: ColumnBookingsProps) => {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const activeId = bookings.some(({ booking }) => booking.bookingId === active)
    ? active
    : (bookings[0]?.booking.bookingId ?? null)

  const isLit = (booking: TimelineBooking) =>
    litId !== null && (booking.bookingId === litId || litWith(booking) === litId)

  const open = ({ bookingId, isForeign }: TimelineBooking) => {
    if (!isForeign) onOpen(bookingId)
  }

  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const at = bookings.findIndex(({ booking }) => booking.bookingId === activeId)
    const booking = bookings[at]?.booking
    const moves = stepKeys[event.key]
    if (booking && event.altKey && moves && isMovable(booking)) {
      event.preventDefault()
      onStep(booking.bookingId, ...moves)
      return
    }
    const targets: Readonly<Record<string, number>> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: bookings.length - 1,
    }
    const target = bookings[targets[event.key] ?? -1]
    if (!target || event.altKey) return
    event.preventDefault()
    setActive(target.booking.bookingId)
    list.current?.querySelector<HTMLElement>(`[data-booking="${target.booking.bookingId}"]`)?.focus()
  }

  return (
    <ul
      ref={list}
      className={styles.bookings}
      aria-label={text('availability.bookingsOf', { name })}
      onKeyDown={pressKey}
    >
      {bookings.map(({ booking, pieces: [first, ...others] }) => (
        <li key={booking.bookingId}>
          {others.length > 0 && (
            <Suspense>
              <LaterSpans
                booking={booking}
                pieces={others}
                layout={layout}
                isLit={isLit(booking)}
                onOpen={() => open(booking)}
              />
            </Suspense>
          )}
          <BookingBlock
            booking={booking}
            where={name}
            pool={pool}
            isActive={booking.bookingId === activeId}
            isMovable={isMovable(booking)}
            isLit={isLit(booking)}
            style={{ ...layout.styleOf(first?.span ?? booking), ...first?.side }}
            onGrab={event => {
              setActive(booking.bookingId)
              if (isMovable(booking)) onGrab(booking.bookingId, event)
            }}
            onOpen={() => open(booking)}
          />
        </li>
      ))}
    </ul>
  )
}
