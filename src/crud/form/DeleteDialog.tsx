import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useDelete, useNotify } from 'ra-core'
import { Suspense, useRef } from 'react'
import type { Deletability } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource, Fields } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { useMessageText } from '../../ui/failure/useMessageText'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { Loading } from '../../ui/screen/Loading'
import { useDeclaration, useMeta } from '../declaration'
import { useRecordName } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { useAskedDelete } from '../useAskedDelete'
import { useUndo } from '../useUndo'
import { useViews } from '../views'
import { CascadeCounts } from './CascadeCounts'
import { useSettingsOfForm } from './formContext'
import { UsedBy } from './UsedBy'

const useDeletability = (id: string) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    // Deleting refetches the resource's keys, and a deleted record's usage is not found.
    queryKey: ['usage', name, id],
    queryFn: ({ signal }) =>
      dataProvider.request<Deletability>('GET', `${api}/{id}/usage`, { params: { ...meta, id }, signal }),
    retry: false,
    // Caches may be outdated.
    gcTime: 0,
  })
}

const countNames = (resource: AnyResource): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, { kind }]) => (kind === 'count' ? [name] : []))

interface DeleteDialogProps {
  record: RaRecord
  onDeleted: () => void
  onClose: () => void
}

const DeleteDialog = ({ record, onDeleted, onClose }: DeleteDialogProps) => {
  const text = useMachineText()
  const failureOf = useFailure()
  const messageText = useMessageText()
  const notify = useNotify()
  const client = useQueryClient()
  const resource = useDeclaration()
  const { name } = resource
  const meta = useMeta()
  const { Summary } = useViews(resource)
  const keys = resourceKeys(resource)
  const form = useSettingsOfForm()
  const recordName = useRecordName(resource, record)
  const { record: recordWrites, mayUndo } = useUndo(resource)
  const undo = useRef<ReturnType<typeof recordWrites>>(undefined)
  const { data, isPending: isLooking } = useDeletability(String(record.id))
  const [remove, { isPending, error }] = useDelete(
    name,
    { id: record.id, previousData: record, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        if (form) form.mayLeave.current = true
        notify(text(keys.notification('deleted')), { type: 'success', ...undo.current?.({ action: 'deleted' }) })
        runAfter()
        onDeleted()
        // Else react-query refetches the deleted record.
        client.removeQueries({ queryKey: [name, 'getOne', { id: String(record.id) }] })
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(text(keys.notification('deleteFailed')), { type: 'error' })
      },
    },
  )
  const failure = error ? failureOf(error) : null
  const refusedFor = failure?.usedBy ?? []
  // After a failed check, the API's refusal has the uses.
  const usedBy = refusedFor.length > 0 ? refusedFor : (data?.usedBy ?? [])
  const refusal = data?.refusalMessage ? messageText(data.refusalMessage, data.refusal ?? '') : data?.refusal
  const isKept = usedBy.length > 0 || Boolean(refusal)
  const counts = countNames(resource).filter(count => Number(record[count]) > 0)
  const title = text(isKept ? 'crud.delete.keptTitle' : 'crud.delete.title', { name: recordName })
  const content = (
    <>
      {!mayUndo({ action: 'deleted' }) && <p>{text('crud.delete.text')}</p>}
      {Summary && (
        <Suspense>
          <Summary record={record} action="delete" />
        </Suspense>
      )}
      {data && data.cascade.length > 0 && <CascadeCounts title={text('crud.delete.cascade')} counts={data.cascade} />}
      {counts.length > 0 && (
        <>
          <p>{text('crud.delete.uses')}</p>
          <ul>
            {counts.map(count => (
              <li key={count}>
                {text(keys.field(count))}: {String(record[count])}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
  const goOn = () => {
    undo.current = recordWrites()
    void remove()
  }
  const { turn, runAfter } = useAskedDelete({
    ids: [String(record.id)],
    isReady: !isLooking && !isKept,
    ...{ title, content, remove: goOn, onBack: onClose },
  })
  const isWaiting = isLooking || (!isKept && turn === 'waiting')
  return (
    <ConfirmDialog
      isOpen={turn !== 'product' || error !== null}
      title={title}
      confirm={isWaiting || isKept ? null : text('crud.delete')}
      cancel={text(isKept ? 'crud.close' : 'crud.cancel')}
      isBusy={isPending}
      error={usedBy.length > 0 ? null : (failure?.detail ?? refusal)}
      onConfirm={goOn}
      onCancel={onClose}
    >
      {isWaiting ? (
        <Loading>{text('crud.delete.looking')}</Loading>
      ) : usedBy.length > 0 ? (
        <UsedBy usages={usedBy} isRefused={refusedFor.length > 0} />
      ) : (
        !isKept && content
      )}
    </ConfirmDialog>
  )
}

export default DeleteDialog
