import { lazy, Suspense } from 'react'
import type { WaitlistEntry } from '../../resources/waitlistEntries'
import { useDisplay } from '../../show'
import { formatDayTimes } from '../bookings/formatDayTimes'

const TellTick = lazy(() => import('../bookings/TellTick'))

const told: ReadonlySet<string> = new Set(['offer', 'accept'])

const EntrySummary = ({ record, action }: { record: WaitlistEntry; action: string }) => {
  const { customerId, customerName, title, offeredStartsAt, offeredEndsAt } = record
  const display = useDisplay()
  const offered =
    offeredStartsAt && offeredEndsAt && formatDayTimes({ startsAt: offeredStartsAt, endsAt: offeredEndsAt }, display)
  return (
    <>
      <p>{[customerName, title, offered].filter(Boolean).join(' · ')}</p>
      {told.has(action) && customerId && (
        <Suspense>
          <TellTick customerId={customerId} />
        </Suspense>
      )}
    </>
  )
}

export default EntrySummary
