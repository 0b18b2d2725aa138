import { useCanAccess } from 'ra-core'
import { Link } from 'react-router'
import type { AuditEntry } from '../../contract/auditEntry'
import { recordAddress } from '../../crud/addresses'
import { notedName, useWords } from '../../crud/recordName'
import { useRegistry } from '../../crud/views'
import { useEntityName } from './useEntityName'

/** A link if readable. Earlier entries than a deletion may lead to a missing record. */
export const AboutRecord = ({ entry: { action, entityType, entityId, entityLabel } }: { entry: AuditEntry }) => {
  const words = useWords()
  const entityName = useEntityName()
  const resource = useRegistry().find(entityType)
  const { canAccess } = useCanAccess({ resource: entityType, action: 'show', enabled: resource !== undefined })
  const isThere = action !== 'deleted' && canAccess
  const address = isThere && resource && entityId ? recordAddress(resource, entityId) : null
  const name =
    entityLabel && resource ? notedName(resource, entityLabel, words) : (entityLabel ?? entityId?.slice(0, 8))
  return (
    <>
      {entityName(entityType, 1)} {name && (address ? <Link to={address}>{name}</Link> : name)}
    </>
  )
}
