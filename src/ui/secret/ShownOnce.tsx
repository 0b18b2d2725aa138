import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useRef } from 'react'
import { Row } from '../layout'
import styles from './shownOnce.module.css'
import { useCopy } from './useCopy'

export interface ShownOnceProps {
  title: string
  titleId: string
  once: string
  care: string
  label: string
  value: string
  copy: string
  copied: string
  /** The toast's text if the clipboard is unavailable. */
  marked: string
  done: string
  onClose: () => void
}

/** Shows a secret once, with a button to copy it. */
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
        {/* A toast would cover the dialog's end. */}
        <Row wrap gap="0.75rem" align="stretch" justify="flex-end">
          <Button variant="outlined" onClick={() => void copy(value, mark)}>
            {texts.copy}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {texts.done}
          </Button>
        </Row>
      </DialogContent>
    </>
  )
}
