import { useMachineText } from '../../i18n/useMachineText'
import { useFailure } from '../../ui/failure/useFailure'
import { ErrorNotice } from '../../ui/screen/ErrorNotice'
import styles from './list.module.css'

/** Shows the API's reason unless it is generic (`internal`). */
export const ListFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const text = useMachineText()
  const { code, detail } = useFailure()(error)
  return (
    <div className={`${styles.frame} ${styles.failure}`}>
      <ErrorNotice error={error} onRetry={onRetry}>
        <p>
          <strong>{text('error.title')}</strong> {text('crud.error.list')}.{code && code !== 'internal' && ` ${detail}`}
        </p>
      </ErrorNotice>
    </div>
  )
}
