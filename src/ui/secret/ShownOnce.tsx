import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useRef } from 'react'
import styles from './shownOnce.module.css'
import { useCopy } from './useCopy'

export interface ShownOnceProps {
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
  const copy = useCopy(texts)
  const field = useRef<HTMLInputElement>(null)
  const mark = () => field.current?.select()
  useEffect(mark, [])
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
          <Button variant="outlined" onClick={() => void copy(value, mark)}>
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
