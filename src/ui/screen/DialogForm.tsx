import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useFailure } from '../failure/useFailure'
import { growsDown } from '../growsDown'
import styles from './screen.module.css'
import { useIsNarrow } from './useIsNarrow'

interface DialogFormProps {
  title: string
  /** The text of the button that sends it. */
  submit: string
  cancel: string
  maxWidth?: 'xs' | 'sm'
  /** Fills the screen of a phone. */
  isTall?: boolean
  /** Fields beside which the children show what was refused; the rest is said below them. */
  fields?: readonly string[]
  /** Closes the dialog itself. */
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode | ((errors: Readonly<Record<string, string>>) => ReactNode)
}

/**
 * A form in a dialog: sends it once at a time, and says what was refused.
 *
 * @example
 * <DialogForm title="Rename" submit="Save" cancel="Cancel" fields={['name']} onSubmit={save} onClose={close}>
 *   {errors => <TextField label="Name" error={Boolean(errors.name)} helperText={errors.name} />}
 * </DialogForm>
 */
export const DialogForm = ({
  title,
  submit,
  cancel,
  maxWidth = 'sm',
  isTall = false,
  fields = [],
  onSubmit,
  onClose,
  children,
}: DialogFormProps) => {
  const id = useId()
  const failureOf = useFailure()
  const isNarrow = useIsNarrow()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ReturnType<typeof failureOf> | null>(null)
  const errors = refused?.errors ?? {}
  const elsewhere = Object.keys(errors).filter(name => !fields.some(field => `${name}.`.startsWith(`${field}.`)))
  const problem = Object.keys(errors).length > 0 ? elsewhere.map(name => errors[name]).join(' ') : refused?.detail
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await onSubmit()
    } catch (error) {
      setRefused(failureOf(error))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isTall && isNarrow}
      maxWidth={maxWidth}
      sx={growsDown}
      aria-labelledby={id}
      onClose={onClose}
    >
      <form noValidate onSubmit={event => void send(event)}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent className={styles.dialogForm ?? ''}>
          {typeof children === 'function' ? children(errors) : children}
          {problem && (
            <p role="alert" className={styles.refusal}>
              {problem}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" variant="contained" aria-busy={isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
