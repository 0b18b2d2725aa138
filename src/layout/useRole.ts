import { roleIn } from '../authProvider/createAuthProvider'
import { useMe } from '../authProvider/useMe'
import type { Role } from '../schema'
import { useTenant } from '../tenant/TenantProvider'

/** What the person is in the current tenant; null for nothing, and while it is not known. */
export const useRole = (): Role | null => {
  const { data: me } = useMe()
  const { tenantId } = useTenant()
  return roleIn(me, tenantId)
}
