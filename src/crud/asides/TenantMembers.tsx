import { useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { memberships } from '../../resources/memberships'
import { RelatedList } from '../list/RelatedList'

/** Who works in the tenant that is being looked at. */
const TenantMembers = () => {
  const id = useRecordContext()?.id
  const meta = useMemo(() => ({ tenantId: String(id) }), [id])
  return <RelatedList resource={memberships} meta={meta} />
}

export default TenantMembers
