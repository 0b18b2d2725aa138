import { useGetList } from 'ra-core'
import { Link } from 'react-router'
import { MINUTE } from '../../declare'
import { type WaitlistEntry, waitlistEntries } from '../../resources/waitlistEntries'
import { formatMinutes, Muted, useDisplay, useNow } from '../../show'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { HomePanel, StillLoading } from '../home/HomePanel'
import { useText } from './useText'
import { WaitingFor } from './WaitingFor'
import styles from './waitlist.module.css'
import { useMatches } from './waitlistApi'

const atMost = 5
const anyTime = {}

const HomeWaitlist = () => {
  const text = useText()
  const display = useDisplay()
  const now = useNow()
  const { isLoading: isMatching } = useMatches(anyTime)
  const {
    data: offers = [],
    total,
    isLoading,
  } = useGetList<WaitlistEntry>(
    waitlistEntries.name,
    {
      pagination: { page: 1, perPage: atMost },
      sort: { field: 'offerExpiresAt', order: 'ASC' },
      filter: { status: ['offered'] },
    },
    { retry: false, refetchInterval: MINUTE },
  )
  if (isLoading || isMatching) return <StillLoading />
  return (
    <>
      {offers.length > 0 && (
        <HomePanel
          title={text('waitlist.openOffers')}
          note={String(total)}
          isLoading={false}
          error={null}
          onRetry={() => {}}
        >
          <ul className={styles.open}>
            {offers.map(({ id, customerName, title, offerExpiresAt, offeredStartsAt, offeredEndsAt }) => (
              <li key={id} className={styles.offer}>
                <div>
                  <Link to={`/waitlist/${id}/edit`}>{customerName}</Link>
                  <Muted>
                    {[
                      title,
                      offeredStartsAt &&
                        offeredEndsAt &&
                        formatDayTimes({ startsAt: offeredStartsAt, endsAt: offeredEndsAt }, display),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Muted>
                </div>
                {offerExpiresAt && (
                  <span>
                    {text('waitlist.left', {
                      time: formatMinutes(
                        Math.max(1, Math.ceil((Date.parse(offerExpiresAt) - now) / MINUTE)),
                        display.locale,
                      ),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </HomePanel>
      )}
      <WaitingFor question={anyTime} mayOffer onlyFitting title={text('waitlist.toCall')} />
    </>
  )
}

export default HomeWaitlist
