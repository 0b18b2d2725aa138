import EventNote from '@mui/icons-material/EventNoteOutlined'
import { Link } from 'react-router'
import type { Booking } from '../../resources/bookings'
import { useText } from '../../show'
import styles from '../series/series.module.css'

const VisitMark = ({ booking }: { booking: Booking }) => {
  const text = useText()
  const { visitId, visitIndex, visitLength } = booking
  if (!visitId || visitIndex === null) return null
  return (
    <Link to={`/visits/${visitId}`} className={styles.mark} onClick={event => event.stopPropagation()}>
      <EventNote fontSize="inherit" aria-hidden />{' '}
      {text('booking.seriesMark', { index: visitIndex + 1, count: visitLength ?? 0 })}
    </Link>
  )
}

export default VisitMark
