import { type Booking, bookings } from '../../resources/bookings'
import { Badge, resourceKeys, useText } from '../../show'

const keys = resourceKeys(bookings)
const { tones } = bookings.fields.status.options

export const StatusLabel = ({ booking: { status, checkedInAt } }: { booking: Booking }) => {
  const text = useText()
  const hasArrived = status === 'confirmed' && checkedInAt !== null
  return (
    <Badge tone={tones?.[status] ?? 'info'}>
      {text(hasArrived ? keys.field('checkedInAt') : keys.choice('status', status))}
    </Badge>
  )
}
