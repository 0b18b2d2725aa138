import type { RaRecord } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useActionsOn } from '../actions/useOfferedActions'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'

const RecordActions = lazy(async () => ({ default: (await import('../actions/RecordActions')).RecordActions }))

/** Whether rows of the resource in context end in more than their values. */
export const useHasRowEnd = (): boolean => {
  const { slots } = useViews(useDeclaration())
  return useActionsOn('record', 'many').length > 0 || slots?.row !== undefined
}

/** What follows the values of a row or card: the product's own part, and the record's actions. */
export const RowEnd = ({ record }: { record: RaRecord }) => {
  const { slots } = useViews(useDeclaration())
  const hasActions = useActionsOn('record', 'many').length > 0
  return (
    <Suspense fallback={null}>
      {slots?.row && <slots.row record={record} />}
      {hasActions && <RecordActions record={record} />}
    </Suspense>
  )
}
