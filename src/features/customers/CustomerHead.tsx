import Block from '@mui/icons-material/BlockOutlined'
import Mail from '@mui/icons-material/MailOutlined'
import Phone from '@mui/icons-material/PhoneOutlined'
import Button from '@mui/material/Button'
import type { Customer } from '../../resources/customers'
import { Badge, Row } from '../../show'
import bookingStyles from '../bookings/bookings.module.css'
import styles from './customers.module.css'
import { usePhones } from './usePhones'
import { useText } from './useText'

export const CustomerHead = ({ customer }: { customer: Partial<Customer> }) => {
  const text = useText()
  const { national } = usePhones()
  const { phone, email, tags, notes, isBlocked, blockedReason } = customer
  return (
    <>
      {isBlocked && (
        <Row as="p" gap="0.375rem" className={bookingStyles.warning}>
          <Block fontSize="small" />
          {blockedReason ? text('booking.blockedBecause', { reason: blockedReason }) : text('booking.blocked')}
        </Row>
      )}
      {(phone || email || (tags ?? []).length > 0) && (
        <Row wrap gap="0.5rem">
          {phone && (
            <Button size="small" variant="outlined" startIcon={<Phone />} href={`tel:${phone}`}>
              {national(phone)}
            </Button>
          )}
          {email && (
            <Button size="small" variant="outlined" startIcon={<Mail />} href={`mailto:${email}`}>
              {email}
            </Button>
          )}
          {tags?.map(tag => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </Row>
      )}
      {notes && <p className={styles.notes}>{notes}</p>}
    </>
  )
}
