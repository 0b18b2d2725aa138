import { useRecordContext } from 'ra-core'
import { useFormContext, useWatch } from 'react-hook-form'
import { TellEach } from '../TellCustomer'

const TellMany = () => {
  const record = useRecordContext()
  const { setValue } = useFormContext()
  const isTold = useWatch({ name: 'notify' }) === true
  if (record) return null
  return <TellEach isTold={isTold} onChange={value => setValue('notify', value, { shouldDirty: true })} />
}

export default TellMany
