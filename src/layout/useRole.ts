import { roleIn, unknownRole } from '../authProvider/createAuthProvider'
import { useMe } from '../authProvider/useMe'
import type { Role } from '../schema'
import { useTenant } from '../tenant/TenantProvider'

/** The role in the current tenant; null while loading, `viewer` after a failure. */
export const useRole = (): Role | null => {
  const { data: me, isUnknown } = useMe()
  const { tenantId } = useTenant()
  return isUnknown ? unknownRole(tenantId) : roleIn(me, tenantId)
}
