import { useId } from 'react'
import { Link } from 'react-router'
import { bookings as bookingsResource } from '../../resources/bookings'
import { screenPath } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { useEngineMessage } from '../explanations/useEngineMessage'
import { useText } from './useText'
import type { Effect } from './useWhatIf'
import styles from './whatIf.module.css'

/** The bookings to come that would fall outside, with why, and where they could go. */
export const AffectedBookings = ({ bookings }: Pick<Effect, 'bookings'>) => {
  const text = useText()
  const display = useDisplay()
  const say = useEngineMessage()
  const id = useId()
  const { items, strandedCount, irregularCount, laterCount } = bookings
  const more = strandedCount + irregularCount - items.length
  if (items.length === 0) return null
  return (
    <section>
      <h3 id={id}>{text('whatIf.bookings')}</h3>
      <ul className={styles.bookings} aria-labelledby={id}>
        {items.map(({ bookingId, reference, startsAt, customerName, variantName, severity, reasons, nearest }) => (
          <li key={bookingId} data-severity={severity}>
            <p>
              <Link to={screenPath(bookingsResource, 'edit', bookingId)}>
                {formatMoment(startsAt, display)} {customerName ?? reference}
              </Link>{' '}
              <span>{variantName}</span>
            </p>
            <p>{Array.from(new Set(reasons.map(reason => say(reason)))).join(' ')}</p>
            {nearest && <p>{text('whatIf.nearest', { time: formatMoment(nearest.startsAt, display) })}</p>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{text('whatIf.more', { smart_count: more })}</p>}
      {laterCount > 0 && <p className={styles.note}>{text('whatIf.laterCount', { smart_count: laterCount })}</p>}
    </section>
  )
}
