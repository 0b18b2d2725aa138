import { useFormContext, useWatch } from 'react-hook-form'
import type { NewCustomer } from './dialog/CustomerPicker'
import { TellCustomer, TellKnown } from './TellCustomer'

const TellTick = ({ customerId }: { customerId: string | null }) => {
  const { setValue } = useFormContext()
  const [chosen, made]: [string | null | undefined, NewCustomer | null | undefined] = useWatch({
    name: ['customerId', 'customer'],
  })
  const id = customerId ?? chosen
  const isTold = useWatch({ name: 'notify' }) === true
  const set = (value: boolean) => setValue('notify', value, { shouldDirty: true })
  if (made?.name) return <TellCustomer name={made.name} email={made.email || null} isTold={isTold} onChange={set} />
  return id ? <TellKnown customerId={id} isTold={isTold} onChange={set} /> : null
}

export default TellTick
