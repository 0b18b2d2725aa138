import Button from '@mui/material/Button'
import { useResetErrorBoundaryOnLocationChange } from 'ra-core'
import { useId, useState } from 'react'
import { Screen } from '../crud/screen/Screen'
import { useText } from '../i18n/useText'
import styles from './notice.module.css'

interface ErrorViewProps {
  error: Error
  resetErrorBoundary: (args?: unknown) => void
}

/** What is shown when a screen fails; leaves again on navigation. */
export const ErrorView = ({ error, resetErrorBoundary }: ErrorViewProps) => {
  const text = useText()
  const [isShown, setShown] = useState(false)
  const id = useId()
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary)
  return (
    <Screen title={text('error.title')}>
      <div className={styles.notice} role="alert">
        <p>{text('error.text')}</p>
        <div className={styles.actions}>
          <Button variant="contained" onClick={resetErrorBoundary}>
            {text('error.retry')}
          </Button>
          <Button variant="outlined" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
            {text(isShown ? 'error.hide' : 'error.show')}
          </Button>
        </div>
      </div>
      <pre id={id} className={styles.details} hidden={!isShown}>
        {error.message}
      </pre>
    </Screen>
  )
}
