import { type Identifier, useDeleteMany, useListContext, useNotify } from 'ra-core'
import { useRef, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useFailure } from '../../ui/failure/useFailure'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { Loading } from '../../ui/screen/Loading'
import { useAskFirst } from '../beforeWrite'
import { useDeclaration, useMeta } from '../declaration'
import { CascadeCounts } from '../form/CascadeCounts'
import { KeptRecords } from './KeptRecords'
import { useCounted } from './useCounted'
import { useManyDeletability } from './useManyDeletability'

/**
 * Lists the selected records that cannot be deleted, and asks whether to delete the others. Records that are kept or
 * refused stay selected.
 */
const BulkDeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useMachineText()
  const counted = useCounted()
  const notify = useNotify()
  const failureOf = useFailure()
  const { name } = useDeclaration()
  const meta = useMeta()
  const { selectedIds, onSelect } = useListContext()
  // The list deselects deleted records while the dialog is still open.
  const [asked] = useState<Identifier[]>(selectedIds)
  const { data, isPending: isLooking } = useManyDeletability(asked)
  const kept = data?.kept ?? []
  const staying = new Set<Identifier>(kept.map(({ id }) => id))
  const leaving = asked.filter(id => !staying.has(id))
  const count = counted(leaving.length)
  const askFirst = useAskFirst()
  const after = useRef<() => Promise<void>>(undefined)
  const [deleteMany, { isPending, error }] = useDeleteMany(
    name,
    { ids: leaving, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        notify(text('crud.bulk.deleted', { count }), { type: 'success' })
        onSelect([...staying])
        void after.current?.()
        onClose()
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(text('crud.bulk.deleteFailed', { count }), { type: 'error' })
      },
    },
  )
  const confirm = async () => {
    const answer = await askFirst({
      resource: name,
      action: 'delete',
      ids: leaving.map(String),
      data: {},
      params: meta,
    })
    if (!answer) return
    after.current = answer.after
    deleteMany()
  }
  const isNone = !isLooking && leaving.length === 0
  return (
    <ConfirmDialog
      isOpen
      title={isNone ? text('crud.bulk.keptTitle') : text('crud.bulk.deleteTitle', { count })}
      confirm={isLooking || isNone ? null : text('crud.delete')}
      cancel={text(isNone ? 'crud.close' : 'crud.cancel')}
      isBusy={isPending}
      error={error ? failureOf(error).detail : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isLooking && <Loading>{text('crud.delete.looking')}</Loading>}
      {kept.length > 0 && <KeptRecords kept={kept} />}
      {!isLooking && !isNone && <p>{text('crud.delete.text')}</p>}
      {!isNone && data && data.cascade.length > 0 && (
        <CascadeCounts title={text('crud.bulk.cascade')} counts={data.cascade} />
      )}
    </ConfirmDialog>
  )
}

export default BulkDeleteDialog
