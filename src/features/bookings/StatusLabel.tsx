import { type Booking, bookings } from '../../resources/bookings'
import { Badge, resourceKeys, useText } from '../../show'

const keys = resourceKeys(bookings)
const { tones } = bookings.fields.status.options

/** A booking's status as a badge, or that the customer has arrived. */
export const StatusLabel = ({ booking: { status, checkedInAt } }: { booking: Booking }) => {
  const text = useText()
  const hasArrived = status === 'confirmed' && checkedInAt !== null
  return (
    <Badge tone={tones?.[status] ?? 'info'}>
      {text(hasArrived ? keys.field('checkedInAt') : keys.choice('status', status))}
    </Badge>
  )
}
