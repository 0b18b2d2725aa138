import { usePermissions } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import type { AuditEntry } from '../../contract/auditEntry'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, hasRole, type Role, takeBackRole, wholeOf } from '../../schema'
import styles from './history.module.css'

const TakeBackDialog = lazy(() => import('./TakeBackDialog'))

const isForgotten = ({ changes }: AuditEntry): boolean =>
  Object.values(changes).some(({ from, to }) => from === null && to === null)

export const TakeBackButton = ({ entry, resource }: { entry: AuditEntry; resource: AnyResource }) => {
  const text = useMachineText()
  const { permissions = null } = usePermissions<Role | null>()
  const [isOpen, setOpen] = useState(false)
  const role = takeBackRole(wholeOf(resource), entry)
  if (role === null || !hasRole(permissions, role) || entry.actor.type === 'system' || isForgotten(entry)) return null
  return (
    <>
      <button type="button" className={styles.rest} onClick={() => setOpen(true)}>
        {text('crud.takeBack')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <TakeBackDialog entry={entry} resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
