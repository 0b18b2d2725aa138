import Button from '@mui/material/Button'
import { useCrudText } from '../text/useCrudText'
import { useFailure } from '../useFailure'
import styles from './screen.module.css'

interface LoadErrorProps {
  message: string
  error: unknown
  onRetry: () => void
}

/** Says what could not be loaded and why, and tries again when asked. */
export const LoadError = ({ message, error, onRetry }: LoadErrorProps) => {
  const text = useCrudText()
  const failureOf = useFailure()
  return (
    <div role="alert" className={styles.problem}>
      <div>
        <p>
          <strong>{message}</strong>
        </p>
        <p>{failureOf(error).detail}</p>
      </div>
      <Button variant="outlined" onClick={() => onRetry()}>
        {text('crud.retry')}
      </Button>
    </div>
  )
}
