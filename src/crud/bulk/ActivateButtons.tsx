import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useListContext, useNotify, useUpdateMany } from 'ra-core'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { useDeclaration, useMeta } from '../declaration'
import { useCrudText } from '../text/useCrudText'
import { useFailure } from '../useFailure'
import { useCounted } from './useCounted'

/** Sets the active flag of all chosen records. */
export const ActivateButtons = () => {
  const text = useCrudText()
  const failureOf = useFailure()
  const counted = useCounted()
  const notify = useNotify()
  const client = useQueryClient()
  const { name } = useDeclaration()
  const meta = useMeta()
  const { selectedIds, onUnselectItems } = useListContext()
  const count = counted(selectedIds.length)
  const [updateMany, { isPending }] = useUpdateMany(
    name,
    {},
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        notify(text('crud.bulk.updated', { count }), { type: 'success' })
        onUnselectItems()
      },
      onError: error => {
        const { isSignedOut, detail } = failureOf(error)
        if (!isSignedOut) notify(`${text('crud.bulk.updateFailed', { count })}. ${detail}`, { type: 'error' })
      },
      // Some may have been changed although others were refused.
      onSettled: () => refreshAfterMutation(client, name),
    },
  )
  const set = (isActive: boolean) => () => {
    if (!isPending) updateMany(name, { ids: selectedIds, data: { isActive }, meta })
  }
  return (
    <>
      <Button size="small" variant="outlined" onClick={set(true)}>
        {text('crud.bulk.activate')}
      </Button>
      <Button size="small" variant="outlined" onClick={set(false)}>
        {text('crud.bulk.deactivate')}
      </Button>
    </>
  )
}
