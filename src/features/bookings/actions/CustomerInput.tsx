import { useState } from 'react'
import { type FieldError, useFormContext, useFormState } from 'react-hook-form'
import { usePhones } from '../../customers/usePhones'
import { type ChosenCustomer, CustomerPicker, forWhom } from '../dialog/CustomerPicker'

const parts = ['name', 'email', 'phone'] as const

type CustomerErrors = Pick<FieldError, 'message'> & { readonly [K in (typeof parts)[number]]?: FieldError }

const CustomerInput = () => {
  const { complete } = usePhones()
  const { setValue, trigger } = useFormContext()
  const { errors, isSubmitted } = useFormState()
  const [chosen, setChosen] = useState<ChosenCustomer | null>(null)
  const choose = (next: ChosenCustomer | null) => {
    const { customerId = null, customer = null } = forWhom(next, complete)
    setChosen(next)
    setValue('customerId', customerId, { shouldDirty: true })
    setValue('customer', customer, { shouldDirty: true })
    if (isSubmitted) void trigger(['customerId', 'customer'])
  }
  const { customerId, customer } = errors as { customerId?: FieldError; customer?: CustomerErrors }
  const refused = [
    // A new customer's error belongs to the name.
    [chosen?.isNew ? 'customer.name' : 'customerId', customerId?.message],
    ['customer', customer?.message],
    ...parts.map(part => [`customer.${part}`, customer?.[part]?.message] as const),
  ] as const
  return (
    <CustomerPicker
      value={chosen}
      errors={Object.fromEntries(refused.flatMap(([path, message]) => (message ? [[path, message]] : [])))}
      onChange={choose}
    />
  )
}

export default CustomerInput
