import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../i18n/useText'
import type { Span } from '../../../scheduling'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import { type Axis, type Column, positionOf } from './axis'
import { BookingBlock } from './BookingBlock'
import { lanesOf } from './lanes'
import styles from './timeline.module.css'

interface ColumnLayerProps {
  axis: Axis
  column: Column
  /** Which column it is, the first being 0. */
  index: number
  line: ResourceLine
  name: string
  now: number
  isMovable: (booking: TimelineBooking) => boolean
  onGrab: (bookingId: string, event: PointerEvent<HTMLElement>) => void
  onOpen: (bookingId: string) => void
  /** Moves a booking by rows and columns. */
  onStep: (bookingId: string, rows: number, columns: number) => void
  /** Where a booking that is being dragged would go. */
  ghost: { row: number; booking: TimelineBooking } | null
}

const stepKeys: Readonly<Record<string, [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** What lies over the cells of one column: closures, timeslots, bookings with their buffers, and the present moment. */
export const ColumnLayer = ({
  axis,
  column,
  index,
  line,
  name,
  now,
  isMovable,
  onGrab,
  onOpen,
  onStep,
  ghost,
}: ColumnLayerProps) => {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const length = axis.to - axis.from
  const percent = (minutes: number): string => `${(100 * minutes) / length}%`
  const place = (startsAt: string, endsAt: string): { top: number; bottom: number } => ({
    top: Math.max(0, positionOf(axis, column, Date.parse(startsAt)) - axis.from),
    bottom: Math.min(length, positionOf(axis, column, Date.parse(endsAt)) - axis.from),
  })
  const stretch = ({ top, bottom }: { top: number; bottom: number }): CSSProperties => ({
    top: percent(top),
    height: percent(bottom - top),
  })
  const touches = ({ startsAt, endsAt }: Span): boolean =>
    Date.parse(startsAt) < column.end && Date.parse(endsAt) > column.start

  const nowAt = positionOf(axis, column, now) - axis.from
  const isNowShown = now >= column.start && now < column.end && nowAt >= 0 && nowAt <= length

  const bookings = line.bookings.filter(({ blockedFrom, blockedUntil }) =>
    touches({ startsAt: blockedFrom, endsAt: blockedUntil }),
  )
  const lanes = lanesOf(bookings.map(({ blockedFrom, blockedUntil }) => place(blockedFrom, blockedUntil)))
  const placed = bookings.map((booking, at) => {
    const { lane, lanes: count } = lanes[at] ?? { lane: 0, lanes: 1 }
    return { booking, side: { left: `${(100 * lane) / count}%`, width: `${100 / count}%` } }
  })
  const shown = placed.filter(({ booking }) => touches(booking))
  const activeId = shown.some(({ booking }) => booking.bookingId === active)
    ? active
    : (shown[0]?.booking.bookingId ?? null)

  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const at = shown.findIndex(({ booking }) => booking.bookingId === activeId)
    const booking = shown[at]?.booking
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
      End: shown.length - 1,
    }
    const target = shown[targets[event.key] ?? -1]
    if (!target || event.altKey) return
    event.preventDefault()
    setActive(target.booking.bookingId)
    list.current?.querySelector<HTMLElement>(`[data-booking="${target.booking.bookingId}"]`)?.focus()
  }

  return (
    <div className={styles.layer} data-shared={line.capacity > 1} style={{ gridColumn: index + 2 }}>
      {line.timeslots.filter(touches).map(slot => (
        <div
          key={slot.timeslotId}
          className={styles.timeslot}
          data-status={slot.status}
          style={stretch(place(slot.startsAt, slot.endsAt))}
        >
          <span>
            {[
              slot.status !== 'open' && text(`availability.timeslot.${slot.status}`),
              slot.label,
              slot.capacity !== null && `${slot.bookedQuantity}/${slot.capacity}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ))}
      {line.blackouts.filter(touches).map(({ startsAt, endsAt, ruleId, name: rule }) => (
        <div key={`${ruleId}/${startsAt}`} className={styles.blackout} style={stretch(place(startsAt, endsAt))}>
          <span>{rule}</span>
        </div>
      ))}
      {placed.flatMap(({ booking, side }) =>
        (
          [
            [booking.blockedFrom, booking.startsAt],
            [booking.endsAt, booking.blockedUntil],
          ] as const
        )
          .filter(([from, to]) => from !== to && touches({ startsAt: from, endsAt: to }))
          .map(([from, to]) => (
            <div
              key={`${booking.bookingId}/${from}`}
              className={styles.buffer}
              style={{ ...stretch(place(from, to)), ...side }}
            />
          )),
      )}
      <ul
        ref={list}
        className={styles.bookings}
        aria-label={text('availability.bookingsOf', { name })}
        onKeyDown={pressKey}
      >
        {shown.map(({ booking, side }) => (
          <li key={booking.bookingId}>
            <BookingBlock
              booking={booking}
              where={name}
              isActive={booking.bookingId === activeId}
              isMovable={isMovable(booking)}
              style={{ ...stretch(place(booking.startsAt, booking.endsAt)), ...side }}
              onGrab={event => {
                setActive(booking.bookingId)
                if (isMovable(booking)) onGrab(booking.bookingId, event)
              }}
              onOpen={() => onOpen(booking.bookingId)}
            />
          </li>
        ))}
      </ul>
      {ghost && (
        <div
          className={styles.ghost}
          style={{
            top: percent(ghost.row * axis.step),
            height: percent((Date.parse(ghost.booking.endsAt) - Date.parse(ghost.booking.startsAt)) / 60_000),
          }}
        />
      )}
      {isNowShown && <div className={styles.now} style={{ top: percent(nowAt) }} />}
    </div>
  )
}
