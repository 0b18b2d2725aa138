import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TellKnown, useTellsByDefault } from './TellCustomer'

/** The tick in the generated dialog of an action. */
const TellTick = ({ customerId }: { customerId: string }) => {
  const isToldByDefault = useTellsByDefault()
  const { setValue } = useFormContext()
  const isTold = useWatch({ name: 'notify' }) === true
  // Once the form has set its own starting values, which its effects do after those of its fields.
  useEffect(() => {
    const later = setTimeout(() => setValue('notify', isToldByDefault))
    return () => clearTimeout(later)
  }, [setValue, isToldByDefault])
  return <TellKnown customerId={customerId} isTold={isTold} onChange={value => setValue('notify', value)} />
}

export default TellTick
