import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useCopy } from '../../ui/secret/useCopy'
import styles from './settings.module.css'
import { useText } from './useText'

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const text = useText()
  const copy = useCopy({ copied: text('security.copied'), marked: text('security.marked') })
  const list = useRef<HTMLUListElement>(null)
  const intro = useRef<HTMLParagraphElement>(null)
  useEffect(() => intro.current?.focus(), [])
  const mark = () => list.current && getSelection()?.selectAllChildren(list.current)
  return (
    <div className={styles.form}>
      <p ref={intro} tabIndex={-1} className={styles.step}>
        <strong>{text('security.codesShown')}</strong> {text('security.codesText')}
      </p>
      <ul ref={list} className={styles.codes} aria-label={text('security.codes')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.toolbar}>
        <Button onClick={() => void copy(codes.join('\n'), mark)}>{text('security.copy')}</Button>
        <Button variant="contained" onClick={onDone}>
          {text('security.saved')}
        </Button>
      </div>
    </div>
  )
}
