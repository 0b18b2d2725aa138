import { useReference } from 'ra-core'
import type { AnyResource } from '../../schema'
import { recordName } from '../recordName'
import { useCrudText } from '../text/useCrudText'
import styles from './assigned.module.css'

/** The name of an assigned record, and whether it is switched off. */
export const AssignedName = ({ target, id }: { target: AnyResource; id: string }) => {
  const text = useCrudText()
  const { referenceRecord, isPending } = useReference({ reference: target.name, id })
  if (isPending) return '…'
  return (
    <>
      {recordName(target, referenceRecord ?? { id })}
      {referenceRecord?.isActive === false && <span className={styles.note}> ({text('crud.inactive')})</span>}
    </>
  )
}
