import type { Booking } from '../../resources/bookings'
import { isOfSeries } from '../series/isOfSeries'
import { SeriesMark } from '../series/SeriesMark'
import VisitMark from '../visits/VisitMark'

const TogetherMarks = ({ booking }: { booking: Booking }) =>
  isOfSeries(booking) ? <SeriesMark booking={booking} /> : <VisitMark booking={booking} />

export default TogetherMarks
