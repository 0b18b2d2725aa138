import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { useDeclaration } from '../declaration'
import { HistoryEntry } from './HistoryEntry'
import styles from './history.module.css'
import { useHistory } from './useHistory'

const RecordHistory = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const record = useRecordContext() ?? { id: '' }
  const { entries, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useHistory(resource, record)
  if (!entries && error) {
    return <LoadError message={text('crud.history.failed')} error={error} onRetry={() => void refetch()} />
  }
  if (!entries) return <Loading>{text('crud.history.loading')}</Loading>
  if (entries.length === 0) return <p className={styles.muted}>{text('crud.history.empty')}</p>
  return (
    <>
      <ol className={styles.entries}>
        {entries.map(entry => (
          <li key={entry.id}>
            <HistoryEntry entry={entry} resource={resource} />
          </li>
        ))}
      </ol>
      {error && <LoadError message={text('crud.history.failed')} error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button onClick={() => void fetchNextPage()} aria-busy={isFetchingNextPage}>
          {text('crud.history.more')}
        </Button>
      )}
    </>
  )
}

export default RecordHistory
