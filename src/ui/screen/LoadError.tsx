import Button from '@mui/material/Button'
import { useMachineText } from '../../i18n/useMachineText'
import { useFailure } from '../failure/useFailure'
import styles from './screen.module.css'

interface LoadErrorProps {
  message: string
  error: unknown
  onRetry: () => void
}

/** Says why loading failed, and offers a retry. */
export const LoadError = ({ message, error, onRetry }: LoadErrorProps) => {
  const text = useMachineText()
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
