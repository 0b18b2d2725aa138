import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import type { AuditChanges, AuditEntry } from '../../contract/auditEntry'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { takeBack as english } from '../../i18n/en/machine/takeBack'
import { machineRoomText } from '../../i18n/useMachineText'
import { type AnyResource, wholeOf } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { Loading } from '../../ui/screen/Loading'
import { resourceKeys } from '../text/resourceKeys'
import { Changes } from './Changes'
import styles from './history.module.css'
import { TakeBackMany } from './TakeBackMany'
import { takenBackAs } from './takenBackAs'
import { toldNames } from './toldNames'
import { useTakeBack } from './useTakeBack'

const useText = machineRoomText(english)

interface TakeBackDialogProps {
  entry: AuditEntry
  resource: AnyResource
  onClose: () => void
}

const TakeBackDialog = ({ entry, resource, onClose }: TakeBackDialogProps) => {
  const text = useText()
  const failureOf = useFailure()
  const notify = useNotify()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [isMany, setMany] = useState(false)
  const { preview, takeBack, isBusy, failed } = useTakeBack('one', entry, {
    send: dryRun =>
      dataProvider.request<{ changes: AuditChanges }>('POST', '/audit-log/{id}/take-back', {
        params: { id: entry.id },
        query: { dryRun },
        changes: [wholeOf(resource).name, resource.name],
      }),
    onDone: () => {
      notify(text('crud.undone'), { type: 'success' })
      onClose()
    },
  })
  const failure = failed && failureOf(failed)
  const fields = Object.entries(failure?.errors ?? {})
  const action = takenBackAs(entry)
  if (isMany) return <TakeBackMany entry={entry} resource={resource} onClose={onClose} />
  const written = { ...entry, action, changes: preview.data?.changes ?? {} }
  return (
    <ConfirmDialog
      isOpen
      tone="primary"
      title={text('crud.takeBack.title', { name: entry.entityLabel ?? text(resourceKeys(resource).name) })}
      confirm={preview.data ? text('crud.takeBack') : null}
      cancel={text(preview.error ? 'crud.close' : 'crud.cancel')}
      isBusy={isBusy}
      error={failure && fields.length === 0 ? failure.detail : null}
      onConfirm={takeBack}
      onCancel={onClose}
    >
      {preview.isPending && <Loading>{text('crud.takeBack.looking')}</Loading>}
      {preview.data && (
        <>
          <p>{text(`crud.takeBack.${action}`)}</p>
          <Changes entry={written} resource={resource} names={toldNames(resource, written.changes)} />
        </>
      )}
      {fields.map(([name, why]) => (
        <p key={name} role="alert">
          {text(resourceKeys(resource).field(name.split('.')[0] ?? name), { _: name })}: {why}
        </p>
      ))}
      {entry.requestId && entry.actor.id && (
        <button type="button" className={styles.rest} onClick={() => setMany(true)}>
          {text('crud.takeBack.all')}
        </button>
      )}
    </ConfirmDialog>
  )
}

export default TakeBackDialog
