import { type RaRecord, useCanAccess } from 'ra-core'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useActionsOn } from '../actions/useOfferedActions'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'
import styles from './list.module.css'

const RowActions = lazy(async () => ({ default: (await import('../actions/RecordActions')).RowActions }))

/** The product's slot and the actions. Call once for all rows. */
export const useRowEnd = (): ((record: RaRecord) => ReactNode) | null => {
  const resource = useDeclaration()
  const { slots } = useViews(resource)
  const { canAccess: mayCreate } = useCanAccess({ resource: resource.name, action: 'create' })
  const canDuplicate = resource.duplicate !== undefined && mayCreate === true
  const hasActions = useActionsOn('record', 'many').length > 0 || canDuplicate
  const Slot = slots?.row
  return useMemo(() => {
    if (!Slot && !hasActions) return null
    return record => (
      <Suspense fallback={<span className={styles.endRoom} />}>
        {Slot && <Slot record={record} />}
        {hasActions && <RowActions record={record} canDuplicate={canDuplicate} />}
      </Suspense>
    )
  }, [Slot, hasActions, canDuplicate])
}
