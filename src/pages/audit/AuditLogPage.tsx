import { lazy, Suspense } from 'react'
import { HistoryEntry } from '../../crud/history/HistoryEntry'
import historyStyles from '../../crud/history/history.module.css'
import { Pages } from '../../crud/list/Pager'
import { useRegistry } from '../../crud/views'
import { useMachineText } from '../../i18n/useMachineText'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { TenantScreen } from '../settings/TenantScreen'
import { AboutRecord } from './AboutRecord'
import { AuditFilterBar } from './AuditFilterBar'
import { useAuditFilters } from './auditFilters'
import styles from './auditLog.module.css'
import { useAuditPage } from './useAuditLog'

const ExportLog = lazy(() => import('./ExportLog'))

const Entries = () => {
  const text = useMachineText()
  const registry = useRegistry()
  const state = useAuditFilters()
  const { filters, page, perPage, setPage, setPerPage, isFiltered } = state
  const { data, error, refetch, isPlaceholderData } = useAuditPage(filters, page, perPage)
  return (
    <>
      <AuditFilterBar {...state} />
      {error ? (
        <LoadError message={text('auditLog.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading>{text('loading', { title: text('auditLog.title') })}</Loading>
      ) : (
        <>
          <p role="status" className={styles.count}>
            {text('crud.list.count', { smart_count: data.total })}
          </p>
          {data.entries.length === 0 ? (
            <p className={styles.panel}>{text(isFiltered ? 'crud.list.none' : 'crud.history.empty')}</p>
          ) : (
            <div className={styles.panel} aria-busy={isPlaceholderData}>
              <ol className={historyStyles.entries}>
                {data.entries.map(entry => (
                  <li key={entry.id}>
                    <HistoryEntry
                      entry={entry}
                      resource={registry.find(entry.entityType)}
                      about={<AboutRecord entry={entry} />}
                    />
                  </li>
                ))}
              </ol>
            </div>
          )}
          <Pages {...{ page, perPage, setPage, setPerPage }} total={data.total} />
        </>
      )}
    </>
  )
}

const AuditLogPage = () => (
  <TenantScreen
    title="auditLog.title"
    about="auditLog.text"
    needs="admin"
    actions={
      <Suspense>
        <ExportLog />
      </Suspense>
    }
  >
    {tenantId => <Entries key={tenantId} />}
  </TenantScreen>
)

export default AuditLogPage
