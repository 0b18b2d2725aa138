import { lazy, Suspense } from 'react'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useActionsOn } from '../actions/useOfferedActions'
import { ExportButton } from '../csv/ExportButton'
import { ColumnsButton } from './ColumnsButton'
import { CreateButton } from './CreateButton'

const CollectionActions = lazy(() => import('../actions/CollectionActions'))

export const ListActions = () => {
  const isNarrow = useIsNarrow()
  const hasActions = useActionsOn('collection').length > 0
  return (
    <>
      {!isNarrow && <ColumnsButton />}
      <ExportButton />
      {hasActions && (
        <Suspense fallback={null}>
          <CollectionActions />
        </Suspense>
      )}
      <CreateButton />
    </>
  )
}
