import { useTranslate } from 'ra-core'
import { type Booking, bookings } from '../../resources/bookings'
import styles from './bookings.module.css'
import { statusIcons } from './statusLooks'

/** The status of a booking, as picture and text; who has arrived is told with it. */
export const StatusLabel = ({ booking: { status, checkedInAt } }: { booking: Booking }) => {
  const translate = useTranslate()
  const Icon = statusIcons[status]
  const hasArrived = status === 'confirmed' && checkedInAt !== null
  return (
    <span className={styles.status} data-status={status}>
      <Icon fontSize="small" />
      {hasArrived
        ? translate(`resources.${bookings.name}.fields.checkedInAt`)
        : translate(`resources.${bookings.name}.choices.status.${status}`)}
    </span>
  )
}
