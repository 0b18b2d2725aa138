import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { proveIdentity } from '../../authProvider/ownAuth'
import { useEmail } from '../../authProvider/useMe'
import { useSessionStore } from '../../authProvider/useSession'
import styles from './settings.module.css'
import { useText } from './useText'

interface ProofDialogProps {
  onProved: () => void
  onCancel: () => void
}

/** Sensitive changes need a recent sign-in. */
export const ProofDialog = ({ onProved, onCancel }: ProofDialogProps) => {
  const text = useText()
  const store = useSessionStore()
  const email = useEmail()
  const id = useId()
  const [kind, setKind] = useState<'password' | 'nonce'>('password')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isCode = kind === 'nonce'
  const wrong = text(isCode ? 'settings.codeWrong' : 'settings.currentPasswordWrong')
  const missing = isCode ? wrong : text('settings.currentPasswordEmpty')

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      const isWrong = code === 'current_password_invalid' || code === 'reauthentication_not_valid'
      setProblem(isWrong ? wrong : message)
    } finally {
      setBusy(false)
    }
  }
  const sendCode = () =>
    attempt(async () => {
      await store.requestCode()
      setValue('')
      setKind('nonce')
    })
  const prove = () =>
    attempt(async () => {
      await proveIdentity(store, { [kind]: isCode ? value.trim() : value })
      onProved()
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!value.trim()) return setProblem(missing)
    void prove()
  }
  return (
    <Dialog open onClose={onCancel} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <form onSubmit={onSubmit} noValidate>
        <DialogTitle id={`${id}-title`}>{text('security.proofTitle')}</DialogTitle>
        <DialogContent className={styles.proof}>
          <p id={`${id}-text`}>{text('security.proofText')}</p>
          {/* Password managers need the account's name. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <TextField
            key={kind}
            type={isCode ? 'text' : 'password'}
            label={text(isCode ? 'settings.code' : 'settings.currentPassword')}
            autoComplete={isCode ? 'one-time-code' : 'current-password'}
            value={value}
            onChange={event => setValue(event.target.value)}
            error={problem !== null}
            helperText={problem ?? (isCode ? text('settings.codeSent', { email }) : undefined)}
            autoFocus
            fullWidth
          />
          {!isCode && (
            <Button size="small" className={styles.aside} onClick={() => void sendCode()}>
              {text('settings.sendCode')}
            </Button>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel}>{text('security.cancel')}</Button>
          <Button type="submit" variant="contained" aria-busy={isBusy}>
            {text('security.continue')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
