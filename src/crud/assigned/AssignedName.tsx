import { useReference } from 'ra-core'
import type { AnyResource } from '../../schema'
import { Muted } from '../../ui/layout'
import { recordName, useWords } from '../recordName'

export const AssignedName = ({ target, id }: { target: AnyResource; id: string }) => {
  const words = useWords()
  const { referenceRecord, isPending } = useReference({ reference: target.name, id })
  if (isPending) return '…'
  return (
    <>
      {recordName(target, referenceRecord ?? { id }, words)}
      {referenceRecord?.isActive === false && <Muted as="span"> ({words.text('crud.inactive')})</Muted>}
    </>
  )
}
