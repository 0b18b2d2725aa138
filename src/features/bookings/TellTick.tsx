import { useFormContext, useWatch } from 'react-hook-form'
import { TellKnown } from './TellCustomer'

/** The tick in the generated dialog of an action. Without a customer of the booking, it is about the one who is chosen. */
const TellTick = ({ customerId }: { customerId: string | null }) => {
  const { setValue } = useFormContext()
  const chosen: string | null | undefined = useWatch({ name: 'customerId' })
  const id = customerId ?? chosen
  const isTold = useWatch({ name: 'notify' }) === true
  const set = (value: boolean) => setValue('notify', value, { shouldDirty: true })
  return id ? <TellKnown customerId={id} isTold={isTold} onChange={set} /> : null
}

export default TellTick
