import { useGetOne } from 'ra-core'
import { tellsByDefault } from '../../resources/bookingInputs'
import type { Customer } from '../../resources/customers'
import { Tick, useTenant } from '../../show'
import styles from './bookings.module.css'
import { useText } from './useText'

export const useTellsByDefault = (): boolean =>
  tellsByDefault(useTenant().tenant as { notifyByDefault?: boolean } | null)

interface TellProps {
  isTold: boolean
  onChange: (isTold: boolean) => void
}

/** The label names the address. */
export const TellCustomer = ({ name, email, isTold, onChange }: TellProps & { name: string; email: string | null }) => {
  const text = useText()
  const label = email ? text('booking.tell', { name, email }) : text('booking.tellNobody', { name })
  return <Tick label={label} checked={isTold && email !== null} disabled={email === null} onChange={onChange} />
}

export const TellKnown = ({ customerId, ...props }: TellProps & { customerId: string }) => {
  const { data } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  if (!data) return <div className={styles.tellPlace} />
  return <TellCustomer {...props} name={data.name} email={data.email} />
}

export const TellEach = ({ label, isTold, onChange }: TellProps & { label?: string }) => {
  const text = useText()
  return <Tick label={label ?? text('booking.tellEach')} checked={isTold} onChange={onChange} />
}
