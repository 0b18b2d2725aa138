import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider, useDeleteMany, useListContext, useNotify } from 'ra-core'
import { Suspense, useRef, useState } from 'react'
import type { ManyDeletability } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { Loading } from '../../ui/screen/Loading'
import { useDeclaration, useMeta } from '../declaration'
import { CascadeCounts } from '../form/CascadeCounts'
import { useAskedDelete } from '../useAskedDelete'
import { useUndo } from '../useUndo'
import { useViews } from '../views'
import { KeptRecords } from './KeptRecords'
import { useBulkText } from './useBulkText'
import { useCounted } from './useCounted'

const useManyDeletability = (ids: readonly Identifier[]) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    // See `useDeletability`.
    queryKey: ['usage', name, ids],
    queryFn: ({ signal }) =>
      dataProvider.request<ManyDeletability>('GET', `${api}/usage`, {
        params: { ...meta },
        query: { ids: ids.map(String) },
        signal,
      }),
    retry: false,
    gcTime: 0,
  })
}

const BulkDeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useBulkText()
  const counted = useCounted()
  const notify = useNotify()
  const failureOf = useFailure()
  const resource = useDeclaration()
  const { name } = resource
  const { Summary } = useViews(resource)
  const meta = useMeta()
  const { selectedIds, onSelect, data: listed = [] } = useListContext()
  // Deleted records are deselected while the dialog is open.
  const [asked] = useState<Identifier[]>(selectedIds)
  const { data, isPending: isLooking } = useManyDeletability(asked)
  const kept = data?.kept ?? []
  const staying = new Set<Identifier>(kept.map(({ id }) => id))
  const leaving = asked.filter(id => !staying.has(id))
  const going = listed.filter(({ id }) => leaving.includes(id))
  const count = counted(leaving.length)
  const { record: recordWrites, mayUndo } = useUndo(resource)
  const undo = useRef<ReturnType<typeof recordWrites>>(undefined)
  const [deleteMany, { isPending, error }] = useDeleteMany(
    name,
    { ids: leaving, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        notify(text('crud.bulk.deleted', { count }), { type: 'success', ...undo.current?.({ action: 'deleted' }) })
        onSelect([...staying])
        runAfter()
        onClose()
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(text('crud.bulk.deleteFailed', { count }), { type: 'error' })
      },
    },
  )
  const isNone = !isLooking && leaving.length === 0
  const title = isNone ? text('crud.bulk.keptTitle') : text('crud.bulk.deleteTitle', { count })
  const content = (
    <>
      {kept.length > 0 && <KeptRecords kept={kept} />}
      {!isNone && !mayUndo({ action: 'deleted' }) && <p>{text('crud.delete.text')}</p>}
      {Summary && (
        <Suspense>
          {going.map(record => (
            <Summary key={record.id} record={record} action="delete" />
          ))}
        </Suspense>
      )}
      {!isNone && data && data.cascade.length > 0 && (
        <CascadeCounts title={text('crud.bulk.cascade')} counts={data.cascade} />
      )}
    </>
  )
  const goOn = () => {
    undo.current = recordWrites()
    void deleteMany()
  }
  const { turn, runAfter } = useAskedDelete({
    ids: leaving.map(String),
    isReady: !isLooking && !isNone,
    ...{ title, content, remove: goOn, onBack: onClose },
  })
  const isWaiting = isLooking || (!isNone && turn === 'waiting')
  return (
    <ConfirmDialog
      isOpen={turn !== 'product' || error !== null}
      title={title}
      confirm={isWaiting || isNone ? null : text('crud.delete')}
      cancel={text(isNone ? 'crud.close' : 'crud.cancel')}
      isBusy={isPending}
      error={error ? failureOf(error).detail : null}
      onConfirm={goOn}
      onCancel={onClose}
    >
      {isWaiting ? <Loading>{text('crud.delete.looking')}</Loading> : content}
    </ConfirmDialog>
  )
}

export default BulkDeleteDialog
