import { useQueryClient } from '@tanstack/react-query'
import { type Identifier, useDeleteMany, useListContext, useNotify } from 'ra-core'
import { useState } from 'react'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { useDeclaration, useMeta } from '../declaration'
import { GoingAlong } from '../form/GoingAlong'
import { ConfirmDialog } from '../screen/ConfirmDialog'
import { Loading } from '../screen/Loading'
import { useCrudText } from '../text/useCrudText'
import { useFailure } from '../useFailure'
import { KeptRecords } from './KeptRecords'
import { useCounted } from './useCounted'
import { useManyDeletability } from './useManyDeletability'

/**
 * Looks which of the chosen records have to stay, says so, and asks whether to delete the others. What stays or was refused
 * stays chosen.
 */
const BulkDeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useCrudText()
  const counted = useCounted()
  const notify = useNotify()
  const failureOf = useFailure()
  const client = useQueryClient()
  const { name } = useDeclaration()
  const meta = useMeta()
  const { selectedIds, onSelect } = useListContext()
  // The list deselects what is gone while this is still open.
  const [asked] = useState<Identifier[]>(selectedIds)
  const { data, isPending: isLooking } = useManyDeletability(asked)
  const kept = data?.kept ?? []
  const staying = new Set<Identifier>(kept.map(({ id }) => id))
  const leaving = asked.filter(id => !staying.has(id))
  const count = counted(leaving.length)
  const [deleteMany, { isPending, error }] = useDeleteMany(
    name,
    { ids: leaving, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        notify(text('crud.bulk.deleted', { count }), { type: 'success' })
        onSelect([...staying])
        onClose()
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(text('crud.bulk.deleteFailed', { count }), { type: 'error' })
      },
      // Some may have been deleted although others were refused.
      onSettled: () => refreshAfterMutation(client, name),
    },
  )
  const isNone = !isLooking && leaving.length === 0
  return (
    <ConfirmDialog
      isOpen
      title={isNone ? text('crud.bulk.keptTitle') : text('crud.bulk.deleteTitle', { count })}
      confirm={isLooking || isNone ? null : text('crud.delete')}
      cancel={text(isNone ? 'crud.close' : 'crud.cancel')}
      isBusy={isPending}
      error={error ? failureOf(error).detail : null}
      onConfirm={() => deleteMany()}
      onCancel={onClose}
    >
      {isLooking && <Loading>{text('crud.delete.looking')}</Loading>}
      {kept.length > 0 && <KeptRecords kept={kept} />}
      {!isLooking && !isNone && <p>{text('crud.delete.text')}</p>}
      {!isNone && data && data.goesAlong.length > 0 && (
        <GoingAlong title={text('crud.bulk.goesAlong')} counts={data.goesAlong} />
      )}
    </ConfirmDialog>
  )
}

export default BulkDeleteDialog
