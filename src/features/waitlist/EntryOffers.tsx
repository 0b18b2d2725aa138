import { useRecordContext } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import type { WaitlistEntry } from '../../resources/waitlistEntries'
import { Muted, useDisplay } from '../../show'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { useText } from './useText'
import styles from './waitlist.module.css'

const EntryOffers = () => {
  const text = useText()
  const display = useDisplay()
  const id = useId()
  const entry = useRecordContext<WaitlistEntry>()
  if (!entry) return null
  return (
    <section className={styles.offers} aria-labelledby={id}>
      <h2 id={id}>{text('waitlist.offers')}</h2>
      {entry.offers.length === 0 && <p>{text('waitlist.noOffers')}</p>}
      <ol>
        {entry.offers.toReversed().map(offer => (
          <li key={offer.bookingId} className={styles.offer}>
            <div>
              <Link to={`/bookings/${offer.bookingId}`}>{formatDayTimes(offer, display)}</Link>
              <Muted>
                {[
                  text(`waitlist.outcome.${offer.outcome}`),
                  offer.outcome === 'open' && text('waitlist.until', { time: formatStart(offer.expiresAt, display) }),
                  offer.isManual && text('waitlist.byHand'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Muted>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

export default EntryOffers
