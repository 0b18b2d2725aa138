import { useText } from '../../../i18n/useText'
import { MINUTE } from '../../../time/instant'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import type { Axis, Column } from './axis'
import { type BookingHandlers, ColumnBookings } from './ColumnBookings'
import { buffersOf, columnLayout } from './columnLayout'
import styles from './timeline.module.css'

interface ColumnLayerProps extends BookingHandlers {
  axis: Axis
  column: Column
  /** The column's index, from 0. */
  index: number
  line: ResourceLine
  name: string
  now: number
  /** Where a dragged booking would go. */
  ghost: { row: number; booking: TimelineBooking } | null
}

/** The layers over one column's cells: closures, timeslots, bookings with their buffers, and the current time. */
export const ColumnLayer = ({ axis, column, index, line, name, now, ghost, ...handlers }: ColumnLayerProps) => {
  const text = useText()
  const layout = columnLayout(axis, column)
  const { touches, percent, styleOf } = layout
  const placed = layout.lanes(line.bookings)
  const nowTop = layout.topOf(now)
  return (
    <div className={styles.layer} data-shared={line.capacity > 1} style={{ gridColumn: index + 2 }}>
      {line.timeslots.filter(touches).map(slot => (
        <div key={slot.timeslotId} className={styles.timeslot} data-status={slot.status} style={styleOf(slot)}>
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
      {line.blackouts.filter(touches).map(blackout => (
        <div key={`${blackout.ruleId}/${blackout.startsAt}`} className={styles.blackout} style={styleOf(blackout)}>
          <span>{blackout.name}</span>
        </div>
      ))}
      {placed.flatMap(({ booking, side }) =>
        buffersOf(booking)
          .filter(touches)
          .map(buffer => (
            <div
              key={`${booking.bookingId}/${buffer.startsAt}`}
              className={styles.buffer}
              style={{ ...styleOf(buffer), ...side }}
            />
          )),
      )}
      <ColumnBookings
        layout={layout}
        bookings={placed.filter(({ booking }) => touches(booking))}
        name={name}
        {...handlers}
      />
      {ghost && (
        <div
          className={styles.ghost}
          style={{
            top: percent(ghost.row * axis.step),
            height: percent((Date.parse(ghost.booking.endsAt) - Date.parse(ghost.booking.startsAt)) / MINUTE),
          }}
        />
      )}
      {nowTop !== null && <div className={styles.now} style={{ top: nowTop }} />}
    </div>
  )
}
