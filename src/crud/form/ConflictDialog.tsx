import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useRecordContext } from 'ra-core'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import type { Failure } from '../../ui/failure/failure'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { takeFocus } from '../../ui/screen/takeFocus'

interface ConflictDialogProps {
  formId: string
  /** The record in context is the new one. */
  conflict: Failure
  onClose: () => void
}

const ConflictDialog = ({ formId, conflict, onClose }: ConflictDialogProps) => {
  const text = useMachineText()
  const display = useDisplay()
  const form = useFormContext()
  const record = useRecordContext()
  const id = useId()
  const changedAt = conflict.updatedAt ?? record?.updatedAt
  const when = changedAt ? formatMoment(changedAt, display) : ''
  const reload = () => {
    form.reset()
    onClose()
  }
  const overwrite = () => {
    onClose()
    ;(document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
  }
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={id}>
      <DialogTitle id={`${id}-title`}>{text('crud.conflict.title')}</DialogTitle>
      <DialogContent id={id}>
        <p>
          {conflict.updatedBy
            ? text('crud.conflict.by', { who: conflict.updatedBy, when })
            : text('crud.conflict.when', { when })}
        </p>
        <p>{text('crud.conflict.text')}</p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text('crud.cancel')}</Button>
        <Button onClick={overwrite} color="error">
          {text('crud.conflict.overwrite')}
        </Button>
        <Button onClick={reload} variant="contained" ref={takeFocus}>
          {text('crud.conflict.reload')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default ConflictDialog
