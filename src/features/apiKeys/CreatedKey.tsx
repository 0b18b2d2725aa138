import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { CreatedProps } from '../../crud/views'
import styles from './apiKeys.module.css'
import { useText } from './useText'

/** A new API key, shown this once only. */
const CreatedKey = ({ record, titleId, onClose }: CreatedProps) => {
  const text = useText()
  const notify = useNotify()
  const field = useRef<HTMLInputElement>(null)
  const mark = () => field.current?.select()
  useEffect(mark, [])
  const copy = async () => {
    mark()
    try {
      await navigator.clipboard.writeText(String(record.key))
      notify(text('apiKeys.copied'), { type: 'success' })
    } catch {
      // Not every page may use the clipboard.
      notify(text('apiKeys.marked'), { type: 'info' })
    }
  }
  return (
    <>
      <DialogTitle id={titleId}>{text('apiKeys.made')}</DialogTitle>
      <DialogContent>
        <Alert severity="warning">
          <strong>{text('apiKeys.once')}</strong> {text('apiKeys.care')}
        </Alert>
        <input
          ref={field}
          className={styles.key}
          readOnly
          value={String(record.key)}
          aria-label={text('apiKeys.key')}
          spellCheck={false}
          autoComplete="off"
          onFocus={mark}
        />
        {/* In sight also where a toast stands at the foot of the dialog. */}
        <div className={styles.buttons}>
          <Button variant="outlined" onClick={() => void copy()}>
            {text('apiKeys.copy')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {text('apiKeys.done')}
          </Button>
        </div>
      </DialogContent>
    </>
  )
}

export default CreatedKey
