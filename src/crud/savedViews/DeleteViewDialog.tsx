import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { useFailure } from '../../ui/failure/useFailure'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import type { SavedView } from './context'
import { focusOpenTab } from './focusOpenTab'
import { useSavedViewText } from './useSavedViewText'
import { useViewWrites } from './useViewWrites'

interface DeleteViewDialogProps {
  view: SavedView
  onClose: () => void
}

const DeleteViewDialog = ({ view, onClose }: DeleteViewDialogProps) => {
  const text = useSavedViewText()
  const notify = useNotify()
  const navigate = useStableNavigate()
  const failureOf = useFailure()
  const { remove } = useViewWrites()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { name, visibility } = view
  const confirm = async () => {
    setBusy(true)
    try {
      await remove(view)
      notify(text('crud.savedViews.deleted', { name }), { type: 'success' })
      navigate({ search: '' })
      focusOpenTab()
    } catch (problem) {
      setError(failureOf(problem).detail)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title={text('crud.savedViews.deleteTitle', { name })}
      confirm={text('crud.delete')}
      cancel={text('crud.cancel')}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{text(visibility === 'shared' ? 'crud.savedViews.deleteShared' : 'crud.savedViews.deletePrivate')}</p>
    </ConfirmDialog>
  )
}

export default DeleteViewDialog
