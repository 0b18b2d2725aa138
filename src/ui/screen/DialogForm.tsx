import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useFailure } from '../failure/useFailure'
import { DialogFrame } from './DialogFrame'
import styles from './screen.module.css'

export interface Sending {
  /** By field. */
  errors: Readonly<Record<string, string>>
  isBusy: boolean
  /** Other work, one at a time. */
  send: (work: () => Promise<unknown>) => Promise<void>
  clear: () => void
}

interface DialogFormProps {
  title: string
  submit: string
  cancel: string
  maxWidth?: 'xs' | 'sm'
  /** Fills a phone's screen. */
  isTall?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  /** Enter does not submit. */
  isButtonOnly?: boolean
  /** The children show these errors; others appear below. */
  fields?: readonly string[]
  /** Closes the dialog itself. */
  onSubmit: () => Promise<unknown>
  onClose: () => void
  children: ReactNode | ((sending: Sending) => ReactNode)
}

/**
 * A dialog's form: submits once at a time, and shows refusals.
 *
 * @example
 * <DialogForm title="Rename" submit="Save" cancel="Cancel" fields={['name']} onSubmit={save} onClose={close}>
 *   {({ errors }) => <TextField label="Name" error={Boolean(errors.name)} helperText={errors.name} />}
 * </DialogForm>
 */
export const DialogForm = ({
  title,
  submit,
  cancel,
  maxWidth = 'sm',
  isTall = false,
  isDangerous = false,
  isDisabled = false,
  isButtonOnly = false,
  fields = [],
  onSubmit,
  onClose,
  children,
}: DialogFormProps) => {
  const failureOf = useFailure()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ReturnType<typeof failureOf> | null>(null)
  const errors = refused?.errors ?? {}
  const elsewhere = Object.keys(errors).filter(name => !fields.some(field => `${name}.`.startsWith(`${field}.`)))
  const problem = Object.keys(errors).length > 0 ? elsewhere.map(name => errors[name]).join(' ') : refused?.detail
  const send = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setRefused(null)
    try {
      await work()
    } catch (error) {
      setRefused(failureOf(error))
    }
    setBusy(false)
  }
  return (
    <DialogFrame
      title={title}
      maxWidth={maxWidth}
      isTall={isTall}
      isGrowing
      className={styles.dialogForm}
      onSubmit={
        isButtonOnly
          ? undefined
          : event => {
              event.preventDefault()
              void send(onSubmit)
            }
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            {...(isButtonOnly ? { onClick: () => void send(onSubmit) } : { type: 'submit' })}
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            disabled={isDisabled}
            aria-busy={isBusy}
          >
            {submit}
          </Button>
        </>
      }
    >
      {typeof children === 'function' ? children({ errors, isBusy, send, clear: () => setRefused(null) }) : children}
      {problem && (
        <p role="alert" className={styles.refusal}>
          {problem}
        </p>
      )}
    </DialogFrame>
  )
}
