import type { Visit } from '../../calls/visits'
import { useDisplay } from '../../show'
import styles from '../bookings/bookings.module.css'
import { formatDayTimes } from '../bookings/formatDayTimes'
import TellTick from '../bookings/TellTick'

const VisitSummary = ({ record: visit }: { record: Visit }) => {
  const display = useDisplay()
  const { title, customerName, customerId, startsAt, endsAt, status } = visit
  const times = startsAt && endsAt && formatDayTimes({ startsAt, endsAt }, display)
  return (
    <>
      <p className={styles.summary}>{[title, customerName, times].filter(Boolean).join(' · ')}</p>
      {customerId && status !== 'held' && <TellTick customerId={customerId} />}
    </>
  )
}

export default VisitSummary
