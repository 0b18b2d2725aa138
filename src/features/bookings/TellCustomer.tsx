import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useGetOne } from 'ra-core'
import { useText } from '../../i18n/useText'
import type { Customer } from '../../resources/customers'
import { useTenant } from '../../tenant/TenantProvider'

/** Whether the tick is set when a dialog opens. */
export const useTellsByDefault = (): boolean =>
  (useTenant().tenant as { notifyByDefault?: boolean } | null)?.notifyByDefault ?? true

interface TellProps {
  isTold: boolean
  onChange: (isTold: boolean) => void
}

/** The tick that has somebody told by mail, with the address that it goes to. */
export const TellCustomer = ({ name, email, isTold, onChange }: TellProps & { name: string; email: string | null }) => {
  const text = useText()
  const label = email ? text('booking.tell', { name, email }) : text('booking.tellNobody', { name })
  return (
    <FormControlLabel
      control={<Checkbox checked={isTold && email !== null} onChange={event => onChange(event.target.checked)} />}
      disabled={email === null}
      label={label}
    />
  )
}

/** The same for a customer who is known by their id; nothing while their address is not known. */
export const TellKnown = ({ customerId, ...props }: TellProps & { customerId: string }) => {
  const { data } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  return data ? <TellCustomer {...props} name={data.name} email={data.email} /> : null
}
