import Button from '@mui/material/Button'
import { type ReactNode, useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../layout'
import styles from './notice.module.css'

interface ErrorNoticeProps {
  error: Error
  onRetry: () => void
  children: ReactNode
}

export const ErrorNotice = ({ error, onRetry, children }: ErrorNoticeProps) => {
  const text = useMachineText()
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <>
      <div className={styles.notice} role="alert">
        {children}
        <Row wrap gap="0.5rem" align="stretch">
          <Button variant="contained" onClick={onRetry}>
            {text('error.retry')}
          </Button>
          <Button variant="outlined" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
            {text(isShown ? 'error.hide' : 'error.show')}
          </Button>
        </Row>
      </div>
      <pre id={id} className={styles.details} hidden={!isShown}>
        {error.message}
      </pre>
    </>
  )
}
