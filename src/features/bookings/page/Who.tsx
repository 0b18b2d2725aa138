import { useGetOne } from 'ra-core'
import type { Customer } from '../../../resources/customers'
import { CustomerHead } from '../../customers/CustomerHead'
import { useText } from '../useText'

export const Who = ({ customerId }: { customerId: string }) => {
  const text = useText()
  const { data: customer, isPending } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  if (!customer) return isPending && <span data-is-loading="true" />
  const { bookingCount, noShowCount } = customer
  return (
    <>
      <p>
        {[
          text('booking.bookingCount', { smart_count: bookingCount }),
          noShowCount > 0 && text('booking.noShowCount', { smart_count: noShowCount }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <CustomerHead customer={customer} />
    </>
  )
}
