import ExpandMore from '@mui/icons-material/ExpandMore'
import { usePermissions, useRecordContext } from 'ra-core'
import { lazy, Suspense, useId, useState } from 'react'
import type { Role } from '../../schema'
import { useDeclaration } from '../declaration'
import { Loading } from '../screen/Loading'
import { useCrudText } from '../text/useCrudText'
import { mayReadHistory } from './historyOf'
import styles from './historySection.module.css'

const RecordHistory = lazy(() => import('./RecordHistory'))

/** What happened to the record around it, read when somebody asks for it; absent for those who may not. */
export const HistorySection = ({ isOpenAtFirst = false }: { isOpenAtFirst?: boolean }) => {
  const text = useCrudText()
  const resource = useDeclaration()
  const record = useRecordContext()
  const { permissions } = usePermissions<Role | null>()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  if (record?.id === undefined || !mayReadHistory(resource, permissions ?? null)) return null
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
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
