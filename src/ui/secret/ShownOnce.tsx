import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import styles from './shownOnce.module.css'

interface ShownOnceProps {
  title: string
  /** The id of the title, which names the dialog. */
  titleId: string
  /** That it is not shown again. */
  once: string
  /** How to keep it. */
  care: string
  /** What it is, for screen readers. */
  label: string
  value: string
  copy: string
  copied: string
  /** Where the clipboard cannot be used: that it is marked. */
  marked: string
  done: string
  onClose: () => void
}

/** The content of a dialog that shows a secret this once, ready to be copied. */
export const ShownOnce = ({ title, titleId, once, care, label, value, onClose, ...texts }: ShownOnceProps) => {
  const notify = useNotify()
  const field = useRef<HTMLInputElement>(null)
  const mark = () => field.current?.select()
  useEffect(mark, [])
  const copy = async () => {
    mark()
    try {
      await navigator.clipboard.writeText(value)
      notify(texts.copied, { type: 'success' })
    } catch {
      // Not every page may use the clipboard.
      notify(texts.marked, { type: 'info' })
    }
  }
  return (
    <>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Alert severity="warning">
          <strong>{once}</strong> {care}
        </Alert>
        <input
          ref={field}
          className={styles.key}
          readOnly
          value={value}
          aria-label={label}
          spellCheck={false}
          autoComplete="off"
          onFocus={mark}
        />
        {/* In sight also where a toast stands at the foot of the dialog. */}
        <div className={styles.buttons}>
          <Button variant="outlined" onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </DialogContent>
    </>
  )
}
