import type { RaRecord } from 'ra-core'
import type { WaitlistEntry } from '../../resources/waitlistEntries'
import { useDisplay } from '../../ui/format/display'
import { formatDayTimes } from '../bookings/formatDayTimes'

/** Who waits for what, and what is offered, for dialogs about an entry. */
const EntrySummary = ({ record }: { record: RaRecord }) => {
  const { customerName, title, offeredStartsAt, offeredEndsAt } = record as WaitlistEntry
  const display = useDisplay()
  const offered =
    offeredStartsAt && offeredEndsAt && formatDayTimes({ startsAt: offeredStartsAt, endsAt: offeredEndsAt }, display)
  return <p>{[customerName, title, offered].filter(Boolean).join(' · ')}</p>
}

export default EntrySummary
