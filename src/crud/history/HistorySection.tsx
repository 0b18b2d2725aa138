import ExpandMore from '@mui/icons-material/ExpandMore'
import { usePermissions, useRecordContext } from 'ra-core'
import { lazy, Suspense, useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, hasRole, type Role } from '../../schema'
import { Loading } from '../../ui/screen/Loading'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'
import styles from './historySection.module.css'

/** A path of its own admits all readers. Among platform records, only tenants have a history. */
const mayReadHistory = ({ access, scope }: AnyResource, role: Role | null, ownPath: string | undefined): boolean =>
  ownPath
    ? hasRole(role, access.read)
    : (scope === 'tenant' || access.ownTenant !== undefined) && hasRole(role, 'admin')

const RecordHistory = lazy(() => import('./RecordHistory'))

interface HistorySectionProps {
  isOpenAtFirst?: boolean | undefined
  isPrinted?: boolean | undefined
}

/** Loads when opened. */
export const HistorySection = ({ isOpenAtFirst = false, isPrinted = true }: HistorySectionProps) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const record = useRecordContext()
  const { permissions: role = null } = usePermissions<Role | null>()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { historyPath } = useViews(resource)
  const id = useId()
  if (record?.id === undefined || !mayReadHistory(resource, role, historyPath)) return null
  return (
    <section className={styles.section} data-printed={isPrinted} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ExpandMore fontSize="small" className={styles.chevron ?? ''} />
          {text('crud.history')}
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Loading>{text('crud.history.loading')}</Loading>}>
            <RecordHistory />
          </Suspense>
        )}
      </div>
    </section>
  )
}
