import { useGetOne } from 'ra-core'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Customer } from '../../resources/customers'

/** Begins the address of a hold's link with the customer's own, in the generated dialog. */
const HoldLinkAddress = ({ customerId }: { customerId: string }) => {
  const { data } = useGetOne<Customer>('customers', { id: customerId }, { retry: false })
  const { setValue, getValues } = useFormContext()
  const address = data?.email
  // Once the form has set its own starting values, which its effects do after those of its fields.
  useEffect(() => {
    if (!address) return
    const later = setTimeout(() => getValues('email') || setValue('email', address))
    return () => clearTimeout(later)
  }, [address, getValues, setValue])
  return null
}

export default HoldLinkAddress
