import Repeat from '@mui/icons-material/Repeat'
import { Link } from 'react-router'
import type { Booking } from '../../resources/bookings'
import { useText } from '../../show'
import styles from './series.module.css'

/** “3 of 12” */
export const SeriesMark = ({ booking }: { booking: Booking }) => {
  const text = useText()
  const { seriesId, seriesIndex, seriesLength } = booking
  if (!seriesId || seriesIndex === null) return null
  return (
    <Link to={`/series/${seriesId}`} className={styles.mark} onClick={event => event.stopPropagation()}>
      <Repeat fontSize="inherit" aria-hidden />{' '}
      {text('booking.seriesMark', { index: seriesIndex + 1, count: seriesLength ?? 0 })}
    </Link>
  )
}
