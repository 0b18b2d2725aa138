import Block from '@mui/icons-material/BlockOutlined'
import { useText } from '../../../i18n/useText'
import type { Customer } from '../../../resources/customers'
import styles from '../bookings.module.css'

/** What whoever books should know of a customer. */
export const CustomerFacts = ({ customer }: { customer: Customer }) => {
  const text = useText()
  const facts = [customer.email, customer.phone, ...customer.tags, customer.notes].filter(Boolean)
  return (
    <>
      {customer.isBlocked && (
        <p className={styles.warning}>
          <Block fontSize="small" />
          {customer.blockedReason
            ? text('booking.blockedBecause', { reason: customer.blockedReason })
            : text('booking.blocked')}
        </p>
      )}
      {facts.length > 0 && <p className={styles.muted}>{facts.join(' · ')}</p>}
    </>
  )
}
