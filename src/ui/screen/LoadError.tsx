import Button from '@mui/material/Button'
import { useMachineText } from '../../i18n/useMachineText'
import { useFailure } from '../failure/useFailure'
import { Row } from '../layout'
import styles from './screen.module.css'

interface LoadErrorProps {
  message: string
  error: unknown
  onRetry: () => void
}

/** Says why something could not be loaded, and offers a retry. */
export const LoadError = ({ message, error, onRetry }: LoadErrorProps) => {
  const text = useMachineText()
  const failureOf = useFailure()
  return (
    <Row wrap gap="0.5rem 1rem" justify="space-between" role="alert" className={styles.problem}>
      <div>
        <p>
          <strong>{message}</strong>
        </p>
        <p>{failureOf(error).detail}</p>
      </div>
      <Button variant="outlined" onClick={() => onRetry()}>
        {text('crud.retry')}
      </Button>
    </Row>
  )
}
