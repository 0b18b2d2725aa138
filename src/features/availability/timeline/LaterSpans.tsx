import { type CSSProperties, Fragment } from 'react'
import type { TimelineBooking } from '../availabilityApi'
import { litWith, shownStatus } from './bookingLooks'
import type { BookingPiece, ColumnLayout } from './columnLayout'
import styles from './timeline.module.css'

interface LaterSpansProps {
  booking: TimelineBooking
  pieces: readonly BookingPiece[]
  layout: ColumnLayout
  isLit: boolean
  onOpen: () => void
}

/** The first span has the text. */
const LaterSpans = ({ booking, pieces, layout, isLit, onOpen }: LaterSpansProps) =>
  pieces.map(({ span, side }) => {
    const before = booking.spans.findLast(({ endsAt }) => endsAt < span.startsAt)
    const color = booking.color && { '--item': booking.color }
    return (
      <Fragment key={span.startsAt}>
        {before && (
          <span className={styles.join} style={layout.styleOf({ startsAt: before.endsAt, endsAt: span.startsAt })} />
        )}
        <button
          type="button"
          className={styles.booking}
          data-status={shownStatus(booking)}
          data-lit={isLit}
          data-lights={litWith(booking)}
          aria-hidden
          tabIndex={-1}
          style={{ ...layout.styleOf(span), ...side, ...color } as CSSProperties}
          onClick={onOpen}
        />
      </Fragment>
    )
  })

export default LaterSpans
