import { useReference } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource } from '../../schema'
import { Muted } from '../../ui/layout'
import { recordName } from '../recordName'

export const AssignedName = ({ target, id }: { target: AnyResource; id: string }) => {
  const text = useMachineText()
  const { referenceRecord, isPending } = useReference({ reference: target.name, id })
  if (isPending) return '…'
  return (
    <>
      {recordName(target, referenceRecord ?? { id })}
      {referenceRecord?.isActive === false && <Muted as="span"> ({text('crud.inactive')})</Muted>}
    </>
  )
}
