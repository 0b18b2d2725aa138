import { useRecordContext } from 'ra-core'
import { tenants } from '../../resources/tenants'
import { useDeclaration, useMeta } from '../declaration'

/** The tenant that the record of a form is, or that its path names: superusers edit others than the current one. */
export const useTenantOfRecord = (): string | undefined => {
  const { name } = useDeclaration()
  const meta = useMeta()
  const id = useRecordContext()?.id
  return name === tenants.name && id !== undefined ? String(id) : meta?.tenantId
}
