import { roleIn } from '../authProvider/createAuthProvider'
import { useMe } from '../authProvider/useMe'
import type { Role } from '../schema'
import { useTenant } from '../tenant/TenantProvider'

/** The person's role in the current tenant; null without one, and while unknown. */
export const useRole = (): Role | null => {
  const { data: me } = useMe()
  const { tenantId } = useTenant()
  return roleIn(me, tenantId)
}
