import { useDataProvider, useNotify } from 'ra-core'
import type { AuditEntry } from '../../contract/auditEntry'
import type { TakenBack } from '../../contract/calls/auditLog'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { takeBack as english } from '../../i18n/en/machine/takeBack'
import { machineRoomText } from '../../i18n/useMachineText'
import { type AnyResource, wholeOf } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { useMessageText } from '../../ui/failure/useMessageText'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { Loading } from '../../ui/screen/Loading'
import { resourceKeys } from '../text/resourceKeys'
import { reasonOf } from '../useUndo'
import { Changes } from './Changes'
import styles from './history.module.css'
import { takenBackAs } from './takenBackAs'
import { toldNames } from './toldNames'
import { useTakeBack } from './useTakeBack'

const useText = machineRoomText(english)

interface TakeBackManyProps {
  /** Any entry of the request. */
  entry: AuditEntry
  resource: AnyResource
  onClose: () => void
}

export const TakeBackMany = ({ entry, resource, onClose }: TakeBackManyProps) => {
  const text = useText()
  const failureOf = useFailure()
  const messageText = useMessageText()
  const notify = useNotify()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { preview, takeBack, isBusy, failed } = useTakeBack('many', entry, {
    send: dryRun =>
      dataProvider.request<TakenBack[]>('POST', '/audit-log/take-back', {
        query: { requestId: entry.requestId, entityType: entry.entityType, actorId: entry.actor.id, dryRun },
        changes: [wholeOf(resource).name, resource.name],
      }),
    onDone: results => {
      const reasons = results.filter(({ ok }) => !ok).map(result => reasonOf(result, messageText))
      if (reasons.length > 0) notify(Array.from(new Set(reasons)).join(' '), { type: 'error' })
      else notify(text('crud.undone'), { type: 'success' })
      onClose()
    },
  })
  const records = preview.data ?? []
  const possible = records.filter(({ ok }) => ok)
  const action = takenBackAs(entry)
  return (
    <ConfirmDialog
      isOpen
      tone="primary"
      title={preview.data ? text('crud.takeBack.many', { smart_count: possible.length }) : text('crud.takeBack.all')}
      confirm={possible.length > 0 ? text('crud.takeBack.confirmAll') : null}
      cancel={text(possible.length > 0 ? 'crud.cancel' : 'crud.close')}
      isBusy={isBusy}
      error={failed ? failureOf(failed).detail : null}
      onConfirm={takeBack}
      onCancel={onClose}
    >
      {preview.isPending && <Loading>{text('crud.takeBack.looking')}</Loading>}
      {records.length === 1 && <p>{text('crud.takeBack.alone')}</p>}
      <ul className={styles.entries}>
        {records.map(record => {
          const written = { entityId: record.id, action, changes: record.changes ?? {} }
          return (
            <li key={record.id}>
              <strong>{record.entityLabel ?? text(resourceKeys(resource).name)}</strong>
              {record.ok ? (
                <>
                  <p>{text(`crud.takeBack.${action}`)}</p>
                  <Changes entry={written} resource={resource} names={toldNames(resource, written.changes)} />
                </>
              ) : (
                <p>{reasonOf(record, messageText)}</p>
              )}
            </li>
          )
        })}
      </ul>
    </ConfirmDialog>
  )
}
