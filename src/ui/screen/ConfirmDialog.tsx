import Button from '@mui/material/Button'
import { type ReactNode, useId } from 'react'
import { DialogFrame } from './DialogFrame'
import styles from './screen.module.css'
import { takeFocus } from './takeFocus'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** Null if there is nothing to confirm. */
  confirm: string | null
  cancel: string
  isBusy?: boolean
  error?: string | null | undefined
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** Asks before an action that cannot be undone. The safe answer has the focus. */
export const ConfirmDialog = ({
  isOpen,
  title,
  confirm,
  cancel,
  isBusy = false,
  error,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) => {
  const id = useId()
  return (
    <DialogFrame
      isOpen={isOpen}
      title={title}
      isAlert
      describedBy={id}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} ref={takeFocus}>
            {cancel}
          </Button>
          {confirm && (
            <Button
              color="error"
              variant="contained"
              aria-busy={isBusy}
              onClick={() => {
                if (!isBusy) onConfirm()
              }}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      <div id={id}>
        {children}
        {error && (
          <p role="alert" className={styles.refusal}>
            {error}
          </p>
        )}
      </div>
    </DialogFrame>
  )
}
