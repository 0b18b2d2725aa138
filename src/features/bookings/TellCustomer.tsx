import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useGetOne } from 'ra-core'
import { tellsByDefault } from '../../resources/bookingInputs'
import type { Customer } from '../../resources/customers'
import { useTenant } from '../../show'
import styles from './bookings.module.css'
import { useText } from './useText'

export const useTellsByDefault = (): boolean =>
  tellsByDefault(useTenant().tenant as { notifyByDefault?: boolean } | null)

interface TellProps {
  isTold: boolean
  onChange: (isTold: boolean) => void
}

const Tick = ({ label, isPossible = true, isTold, onChange }: TellProps & { label: string; isPossible?: boolean }) => (
  <FormControlLabel
    control={<Checkbox checked={isTold && isPossible} onChange={event => onChange(event.target.checked)} />}
    disabled={!isPossible}
    label={label}
  />
)

/** The label names the address. */
export const TellCustomer = ({ name, email, ...props }: TellProps & { name: string; email: string | null }) => {
  const text = useText()
  const label = email ? text('booking.tell', { name, email }) : text('booking.tellNobody', { name })
  return <Tick {...props} label={label} isPossible={email !== null} />
}

/** Reserves its space while the address loads. */
export const TellKnown = ({ customerId, ...props }: TellProps & { customerId: string }) => {
  const { data } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  if (!data) return <div className={styles.tellPlace} />
  return <TellCustomer {...props} name={data.name} email={data.email} />
}

export const TellEach = ({ label, ...props }: TellProps & { label?: string }) => {
  const text = useText()
  return <Tick {...props} label={label ?? text('booking.tellEach')} />
}
