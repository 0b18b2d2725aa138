import { useFormContext, useWatch } from 'react-hook-form'
import { TellKnown } from './TellCustomer'

/** The tick in the generated dialog of an action. */
const TellTick = ({ customerId }: { customerId: string }) => {
  const { setValue } = useFormContext()
  const isTold = useWatch({ name: 'notify' }) === true
  const set = (value: boolean) => setValue('notify', value, { shouldDirty: true })
  return <TellKnown customerId={customerId} isTold={isTold} onChange={set} />
}

export default TellTick
