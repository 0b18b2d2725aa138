import { useRecordContext } from 'ra-core'
import { tenantOf } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'

export const useTenantOfRecord = (): string | undefined => {
  const resource = useDeclaration()
  const meta = useMeta()
  const record = useRecordContext()
  const isOne = resource.scope === 'platform' && record?.id !== undefined
  return (isOne && tenantOf(resource, record)) || meta?.tenantId
}
