import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useGetOne } from 'ra-core'
import { useText } from '../../i18n/useText'
import { tellsByDefault } from '../../resources/bookingInputs'
import type { Customer } from '../../resources/customers'
import { useTenant } from '../../tenant/TenantProvider'
import styles from './bookings.module.css'

/** Whether the tick is set when a dialog opens. */
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

/** The tick that has somebody told by mail, with the address that it goes to. */
export const TellCustomer = ({ name, email, ...props }: TellProps & { name: string; email: string | null }) => {
  const text = useText()
  const label = email ? text('booking.tell', { name, email }) : text('booking.tellNobody', { name })
  return <Tick {...props} label={label} isPossible={email !== null} />
}

/** The same for a customer who is known by their id; an empty place while their address is not known, so that nothing moves. */
export const TellKnown = ({ customerId, ...props }: TellProps & { customerId: string }) => {
  const { data } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  if (!data) return <div className={styles.tellPlace} />
  return <TellCustomer {...props} name={data.name} email={data.email} />
}

/** The same for whoever is concerned, where several may be. */
export const TellEach = ({ label, ...props }: TellProps & { label?: string }) => {
  const text = useText()
  return <Tick {...props} label={label ?? text('booking.tellEach')} />
}
