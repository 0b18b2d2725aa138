import { useGetOne } from 'ra-core'
import { useWatch } from 'react-hook-form'
import type { Booking } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'

/** Undefined unless the form around sends them a mail. */
export const useMailed = ({ customerId, status }: Booking): Customer | null => {
  const isTold = useWatch({ name: 'notify' }) === true
  const { data: customer } = useGetOne<Customer>(
    'customers',
    { id: customerId ?? '' },
    { enabled: Boolean(customerId), retry: false },
  )
  return isTold && customer?.email && status !== 'held' ? customer : null
}
