import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import styles from './screen.module.css'
import { takeFocus } from './takeFocus'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  confirm: string | null
  cancel: string
  tone?: 'error' | 'primary'
  isBusy?: boolean
  error?: string | null | undefined
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** The safe answer has the focus. */
export const ConfirmDialog = ({
  isOpen,
  title,
  confirm,
  cancel,
  tone = 'error',
  isBusy = false,
  error,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) => {
  const id = useId()
  return (
    <Dialog open={isOpen} onClose={onCancel} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={id}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent id={id}>
        {children}
        {error && (
          <p role="alert" className={styles.refusal}>
            {error}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} ref={takeFocus}>
          {cancel}
        </Button>
        {confirm && (
          <Button
            color={tone}
            variant="contained"
            aria-busy={isBusy}
            onClick={() => {
              if (!isBusy) onConfirm()
            }}
          >
            {confirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
