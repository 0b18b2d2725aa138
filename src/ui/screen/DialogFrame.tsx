import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import styles from './screen.module.css'
import { useIsNarrow } from './useIsNarrow'

/** The top of a growing dialog stays. */
export const growsDown = { '& .MuiDialog-container': { alignItems: 'flex-start' } }

interface DialogFrameProps {
  title: string
  isOpen?: boolean
  /** By default, as wide as the contents. */
  maxWidth?: 'xs' | 'sm' | 'md'
  /** Fills a phone's screen. */
  isTall?: boolean
  /** Its contents arrive later. */
  isGrowing?: boolean
  isAlert?: boolean
  describedBy?: string
  /** The contents'. */
  className?: string | undefined
  actions: ReactNode
  onSubmit?: FormEventHandler | undefined
  onClose: () => void
  children: ReactNode
}

/** A dialog with a title, contents and actions; a form with `onSubmit`. */
export const DialogFrame = ({
  title,
  isOpen = true,
  maxWidth,
  isTall = false,
  isGrowing = false,
  isAlert = false,
  describedBy,
  className = '',
  actions,
  onSubmit,
  onClose,
  children,
}: DialogFrameProps) => {
  const id = useId()
  const isNarrow = useIsNarrow()
  const parts = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent className={className}>{children}</DialogContent>
      <DialogActions className={styles.dialogActions ?? ''}>{actions}</DialogActions>
    </>
  )
  return (
    <Dialog
      open={isOpen}
      {...(maxWidth && { fullWidth: true, maxWidth })}
      fullScreen={isTall && isNarrow}
      {...(isGrowing && { sx: growsDown })}
      role={isAlert ? 'alertdialog' : 'dialog'}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onClose={onClose}
    >
      {onSubmit ? (
        <form noValidate className={styles.dialogParts} onSubmit={onSubmit}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </Dialog>
  )
}
