import { resourceKeys } from '../../crud/text/resourceKeys'
import { useText } from '../../i18n/useText'
import { type Booking, bookings } from '../../resources/bookings'
import styles from './bookings.module.css'
import { statusIcons } from './statusLooks'

const keys = resourceKeys(bookings)

/** The status of a booking as icon and text, including whether the customer has arrived. */
export const StatusLabel = ({ booking: { status, checkedInAt } }: { booking: Booking }) => {
  const text = useText()
  const Icon = statusIcons[status]
  const hasArrived = status === 'confirmed' && checkedInAt !== null
  return (
    <span className={styles.status} data-status={status}>
      <Icon fontSize="small" />
      {hasArrived ? text(keys.field('checkedInAt')) : text(keys.choice('status', status))}
    </span>
  )
}
