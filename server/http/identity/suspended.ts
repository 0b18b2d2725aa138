import type { CallAccess } from '../../../src/contract'
import { refusal } from '../problem'
import type { Caller } from './caller'

/**
 * A suspended tenant is read-only, but superusers may change its record and members. @throws Problem
 * `tenant_inactive`
 */
export const refuseSuspended = (
  { tenant, isSuperuser }: Caller,
  { access, method }: { access: CallAccess; method: string },
): void => {
  if (access.who !== 'member' || !tenant || tenant.isActive || method === 'GET') return
  const isAdministration = isSuperuser && 'param' in access.tenant
  if (!isAdministration) throw refusal('tenant_inactive', 'refusal.tenantInactive')
}
