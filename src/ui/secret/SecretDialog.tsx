import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import styles from './secret.module.css'

interface SecretDialogProps {
  title: string
  /** What it is for, and that it is not shown again. */
  explanation: string
  secret: string
  copy: string
  copied: string
  close: string
  onClose: () => void
}

/** Shows a secret once: it can be copied, and closes only on purpose. */
export const SecretDialog = ({ title, explanation, secret, copy, copied, close, onClose }: SecretDialogProps) => {
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const toClipboard = () => navigator.clipboard.writeText(secret).then(() => setCopied(true))
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <p id={`${id}-text`}>{explanation}</p>
        <code className={styles.secret}>{secret}</code>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{close}</Button>
        <Button variant="contained" autoFocus onClick={() => void toClipboard().catch(() => {})}>
          {isCopied ? copied : copy}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
