import type { Booking } from '../../resources/bookings'
import { StatusLabel } from './StatusLabel'

/** Says that somebody has arrived, as everywhere else. */
const StatusCell = ({ record }: { record: Partial<Booking> }) => (
  <StatusLabel booking={{ checkedInAt: null, ...record } as Booking} />
)

export default StatusCell
