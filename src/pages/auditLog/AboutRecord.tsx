import { useCanAccess } from 'ra-core'
import { Link } from 'react-router'
import { recordAddress } from '../../crud/addresses'
import type { AuditEntry } from '../../crud/history/auditEntry'
import { resourceOf } from '../../crud/history/resourceOf'
import { useEntityName } from './useEntityName'

/** What an entry is about, leading to the record where it is still there and has a screen that this person may see. */
export const AboutRecord = ({ entry: { action, entityType, entityId, entityLabel } }: { entry: AuditEntry }) => {
  const entityName = useEntityName()
  const resource = resourceOf(entityType)
  const { canAccess } = useCanAccess({ resource: entityType, action: 'show', enabled: resource !== undefined })
  const isThere = action !== 'deleted' && canAccess
  const address = isThere && resource && entityId ? recordAddress(resource, entityId) : null
  const name = entityLabel ?? entityId?.slice(0, 8)
  return (
    <>
      {entityName(entityType, 1)} {name && (address ? <Link to={address}>{name}</Link> : name)}
    </>
  )
}
