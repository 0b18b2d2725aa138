import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useDeleteMany, useListContext, useNotify } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { useDeclaration, useMeta } from '../declaration'
import { failureOf } from '../failure'
import { useCrudText } from '../text/useCrudText'
import { useCounted } from './useCounted'

const ConfirmDialog = lazy(async () => ({ default: (await import('../screen/ConfirmDialog')).ConfirmDialog }))

/** Deletes all chosen records, after asking. What was refused stays chosen, with the reason in the question's place. */
export const BulkDeleteButton = () => {
  const text = useCrudText()
  const counted = useCounted()
  const notify = useNotify()
  const client = useQueryClient()
  const { name } = useDeclaration()
  const meta = useMeta()
  const { selectedIds, onUnselectItems } = useListContext()
  const [isAsking, setAsking] = useState(false)
  const count = counted(selectedIds.length)
  const [deleteMany, { isPending, error, reset }] = useDeleteMany(
    name,
    { ids: selectedIds, meta },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        notify(text('crud.bulk.deleted', { count }), { type: 'success' })
        setAsking(false)
        onUnselectItems()
      },
      onError: error => {
        if (!failureOf(error).isSignedOut) notify(text('crud.bulk.deleteFailed', { count }), { type: 'error' })
      },
      // Some may have been deleted although others were refused.
      onSettled: () => refreshAfterMutation(client, name),
    },
  )
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        onClick={() => {
          reset()
          setAsking(true)
        }}
      >
        {text('crud.delete')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen
            title={text('crud.bulk.deleteTitle', { count })}
            confirm={text('crud.delete')}
            cancel={text('crud.cancel')}
            isBusy={isPending}
            error={error ? failureOf(error).detail : null}
            onConfirm={() => deleteMany()}
            onCancel={() => setAsking(false)}
          >
            {text('crud.delete.text')}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
