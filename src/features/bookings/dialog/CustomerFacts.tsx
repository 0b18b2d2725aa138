import Block from '@mui/icons-material/BlockOutlined'
import type { Customer } from '../../../resources/customers'
import { formatMoment, Row, useDisplay } from '../../../show'
import { usePhones } from '../../customers/usePhones'
import styles from '../bookings.module.css'
import { useText } from './useText'

type FactName = 'bookingCount' | 'noShowCount'

export const CustomerFacts = ({ customer }: { customer: Pick<Customer, FactName> & Partial<Customer> }) => {
  const text = useText()
  const display = useDisplay()
  const { national } = usePhones()
  const { email, phone, tags, notes, bookingCount, noShowCount, lastVisitAt, nextVisitAt } = customer
  const facts = [
    email,
    phone && national(phone),
    text('booking.bookingCount', { smart_count: bookingCount }),
    noShowCount > 0 && text('booking.noShowCount', { smart_count: noShowCount }),
    lastVisitAt && text('booking.lastVisit', { when: formatMoment(lastVisitAt, display) }),
    nextVisitAt && text('booking.nextVisit', { when: formatMoment(nextVisitAt, display) }),
    ...(tags ?? []),
    notes,
  ]
  return (
    <>
      {customer.isBlocked && (
        <Row as="p" gap="0.375rem" className={styles.warning}>
          <Block fontSize="small" />
          {customer.blockedReason
            ? text('booking.blockedBecause', { reason: customer.blockedReason })
            : text('booking.blocked')}
        </Row>
      )}
      <p className={styles.muted}>{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}
