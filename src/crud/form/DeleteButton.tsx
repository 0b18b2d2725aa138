import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useCanAccess, useDelete, useNotify, useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import type { AnyResource, Fields } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'
import { failureOf } from '../failure'
import { useRecordName } from '../recordName'
import { ConfirmDialog } from '../screen/ConfirmDialog'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { useFormSettings } from './formContext'
import { UsedBy } from './UsedBy'

const atTheStart = { mr: 'auto' }

const countNames = (resource: AnyResource): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, { kind }]) => (kind === 'count' ? [name] : []))

/** Deletes the record around it, after naming it and what uses it. */
export const DeleteButton = ({ onDeleted }: { onDeleted: () => void }) => {
  const text = useCrudText()
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const resource = useDeclaration()
  const { name } = resource
  const meta = useMeta()
  const keys = resourceKeys(resource)
  const record = useRecordContext()
  const { mayLeave } = useFormSettings()
  const { canAccess } = useCanAccess({ resource: name, action: 'delete' })
  const recordName = useRecordName(resource, record)
  const [isAsking, setAsking] = useState(false)
  const [remove, { isPending, error, reset }] = useDelete(
    name,
    { id: record?.id, previousData: record, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        mayLeave.current = true
        notify(translate(keys.notification('deleted')), { type: 'success' })
        onDeleted()
        // What is gone must not be asked for again.
        client.removeQueries({ queryKey: [name, 'getOne', { id: String(record?.id) }] })
        void refreshAfterMutation(client, name)
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(translate(keys.notification('deleteFailed')), { type: 'error' })
      },
    },
  )
  if (!canAccess || !record) return null
  const failure = error ? failureOf(error) : null
  const isInUse = (failure?.usedBy.length ?? 0) > 0
  const uses = countNames(resource).filter(count => Number(record[count]) > 0)
  return (
    <>
      <Button
        color="error"
        sx={atTheStart}
        onClick={() => {
          reset()
          setAsking(true)
        }}
      >
        {text('crud.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={text('crud.delete.title', { name: recordName })}
        confirm={text('crud.delete')}
        cancel={text('crud.cancel')}
        isBusy={isPending}
        error={failure && !isInUse ? failure.detail : null}
        onConfirm={() => remove()}
        onCancel={() => setAsking(false)}
      >
        {failure && isInUse ? <UsedBy usages={failure.usedBy} /> : <p>{text('crud.delete.text')}</p>}
        {!isInUse && uses.length > 0 && (
          <>
            <p>{text('crud.delete.uses')}</p>
            <ul>
              {uses.map(count => (
                <li key={count}>
                  {translate(keys.field(count))}: {String(record[count])}
                </li>
              ))}
            </ul>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
