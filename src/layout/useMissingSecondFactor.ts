import { isSecondStepDone } from '../authProvider/secondStep'
import { useMe } from '../authProvider/useMe'
import { useSession } from '../authProvider/useSession'
import { config } from '../config'
import { useMachineText } from '../i18n/useMachineText'
import { hasRole } from '../schema'
import { useTenant } from '../tenant/TenantProvider'
import { useRole } from './useRole'

/** The reason to set up two-step sign-in first, or null. The API applies the same rules. */
export const useMissingSecondFactor = (): string | null => {
  const text = useMachineText()
  const { session } = useSession()
  const { data: me } = useMe()
  const { tenant } = useTenant()
  const role = useRole()
  if (isSecondStepDone(session)) return null
  if (me?.userType === 'superuser' && config.superusersNeedSecondFactor) return text('secondFactor.superuser')
  if (tenant?.requireSecondFactor && role && hasRole(role, 'admin')) {
    return text('secondFactor.tenant', { tenant: tenant.name })
  }
  return null
}
