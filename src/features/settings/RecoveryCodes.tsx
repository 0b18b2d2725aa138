import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import styles from './settings.module.css'
import { useText } from './useText'

/** Recovery codes, shown this once only. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const text = useText()
  const notify = useNotify()
  const intro = useRef<HTMLParagraphElement>(null)
  useEffect(() => intro.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    notify(text('security.copied'), { type: 'success' })
  }
  return (
    <div className={styles.form}>
      <p ref={intro} tabIndex={-1} className={styles.step}>
        <strong>{text('security.codesShown')}</strong> {text('security.codesText')}
      </p>
      <ul className={styles.codes} aria-label={text('security.codes')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.toolbar}>
        {'clipboard' in navigator && <Button onClick={() => void copy()}>{text('security.copy')}</Button>}
        <Button variant="contained" onClick={onDone}>
          {text('security.saved')}
        </Button>
      </div>
    </div>
  )
}
