import { useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useDelete, useNotify, useTranslate } from 'ra-core'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import type { AnyResource, Fields } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'
import { useRecordName } from '../recordName'
import { ConfirmDialog } from '../screen/ConfirmDialog'
import { Loading } from '../screen/Loading'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { useFailure } from '../useFailure'
import { useFormSettings } from './formContext'
import { GoingAlong } from './GoingAlong'
import { UsedBy } from './UsedBy'
import { useDeletability } from './useDeletability'
import { useMessageText } from './useMessageText'

const countNames = (resource: AnyResource): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, { kind }]) => (kind === 'count' ? [name] : []))

interface DeleteDialogProps {
  record: RaRecord
  onDeleted: () => void
  onClose: () => void
}

/** Looks what stands in the way of deleting a record, says so, and only where nothing does asks whether to delete it. */
const DeleteDialog = ({ record, onDeleted, onClose }: DeleteDialogProps) => {
  const text = useCrudText()
  const failureOf = useFailure()
  const translate = useTranslate()
  const messageText = useMessageText()
  const notify = useNotify()
  const client = useQueryClient()
  const resource = useDeclaration()
  const { name } = resource
  const meta = useMeta()
  const keys = resourceKeys(resource)
  const { mayLeave } = useFormSettings()
  const recordName = useRecordName(resource, record)
  const { data, isPending: isLooking } = useDeletability(String(record.id))
  const [remove, { isPending, error }] = useDelete(
    name,
    { id: record.id, previousData: record, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        mayLeave.current = true
        notify(translate(keys.notification('deleted')), { type: 'success' })
        onDeleted()
        // What is gone must not be asked for again.
        client.removeQueries({ queryKey: [name, 'getOne', { id: String(record.id) }] })
        void refreshAfterMutation(client, name)
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(translate(keys.notification('deleteFailed')), { type: 'error' })
      },
    },
  )
  const failure = error ? failureOf(error) : null
  const refusedFor = failure?.usedBy ?? []
  // Where the look failed, the API refuses what must not be.
  const usedBy = refusedFor.length > 0 ? refusedFor : (data?.usedBy ?? [])
  const refusal = data?.refusalMessage ? messageText(data.refusalMessage) : data?.refusal
  const isKept = usedBy.length > 0 || Boolean(refusal)
  const counts = countNames(resource).filter(count => Number(record[count]) > 0)
  return (
    <ConfirmDialog
      isOpen
      title={text(isKept ? 'crud.delete.keptTitle' : 'crud.delete.title', { name: recordName })}
      confirm={isLooking || isKept ? null : text('crud.delete')}
      cancel={text(isKept ? 'crud.close' : 'crud.cancel')}
      isBusy={isPending}
      error={usedBy.length > 0 ? null : (failure?.detail ?? refusal)}
      onConfirm={() => remove()}
      onCancel={onClose}
    >
      {isLooking ? (
        <Loading>{text('crud.delete.looking')}</Loading>
      ) : usedBy.length > 0 ? (
        <UsedBy usages={usedBy} isRefused={refusedFor.length > 0} />
      ) : (
        !isKept && <p>{text('crud.delete.text')}</p>
      )}
      {!isKept && data && data.goesAlong.length > 0 && (
        <GoingAlong title={text('crud.delete.goesAlong')} counts={data.goesAlong} />
      )}
      {!isLooking && !isKept && counts.length > 0 && (
        <>
          <p>{text('crud.delete.uses')}</p>
          <ul>
            {counts.map(count => (
              <li key={count}>
                {translate(keys.field(count))}: {String(record[count])}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}

export default DeleteDialog
