import { useRecordContext } from 'ra-core'
import { tenantOf } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'

/** The tenant of the record in a form, or of its path: superusers edit tenants other than the current one. */
export const useTenantOfRecord = (): string | undefined => {
  const resource = useDeclaration()
  const meta = useMeta()
  const record = useRecordContext()
  const isOne = resource.scope === 'platform' && record?.id !== undefined
  return (isOne && tenantOf(resource, record)) || meta?.tenantId
}
