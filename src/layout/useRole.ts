import { roleIn, unknownRole } from '../authProvider/createAuthProvider'
import { useMe } from '../authProvider/useMe'
import type { Role } from '../schema'
import { useTenant } from '../tenant/TenantProvider'

/** The person's role in the current tenant; null without one, and while they load. */
export const useRole = (): Role | null => {
  const { data: me, isUnknown } = useMe()
  const { tenantId } = useTenant()
  return isUnknown ? unknownRole(tenantId) : roleIn(me, tenantId)
}
