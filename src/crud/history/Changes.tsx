import visuallyHidden from '@mui/utils/visuallyHidden'
import type { AuditEntry } from '../../contract/auditEntry'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, humanize } from '../../schema'
import { Muted } from '../../ui/layout'
import { resourceKeys } from '../text/resourceKeys'
import { ChangedValue } from './ChangedValue'
import styles from './history.module.css'
import { toldNames } from './toldNames'

interface ChangesProps {
  entry: Pick<AuditEntry, 'action' | 'entityId' | 'changes'>
  resource: AnyResource | undefined
  names?: readonly string[]
  /** References hold names. */
  hasNames?: boolean
}

/** Fields with old and new values. */
export const Changes = ({
  entry,
  resource,
  names = toldNames(resource, entry.changes),
  hasNames = false,
}: ChangesProps) => {
  const text = useMachineText()
  const labelOf = (name: string): string => {
    const keys = resource && resourceKeys(resource)
    const own = text(`crud.history.field.${name}`, { _: humanize(name) })
    if (!keys) return own
    return text(resource.assigns?.[name] ? keys.assigned(name) : keys.field(name), { smart_count: 2, _: own })
  }
  const isOneSided = entry.action !== 'updated' && entry.action !== 'status_changed'
  return (
    <dl className={styles.changes}>
      {names.map(name => {
        const { from, to } = entry.changes[name] ?? {}
        const value = (of: 'from' | 'to') => <ChangedValue {...{ entry, resource, name, hasNames }} side={of} />
        return (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>
              {from === null && to === null ? (
                <span className={styles.muted}>{text('crud.history.forgotten')}</span>
              ) : isOneSided ? (
                value(entry.action === 'deleted' ? 'from' : 'to')
              ) : (
                <>
                  <Muted as="span">{value('from')}</Muted>
                  <span className={styles.to}>
                    <span aria-hidden className={styles.muted}>
                      →
                    </span>
                    <span style={visuallyHidden}>{text('crud.history.to')}</span>
                    <span>{value('to')}</span>
                  </span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
