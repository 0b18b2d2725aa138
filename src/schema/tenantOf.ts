import type { AnyResource } from './resource'

/** The tenant in whose audit log a record is: its own, or the one that it is. Null above tenants. */
export const tenantOf = (
  { scope, access }: Pick<AnyResource, 'scope' | 'access'>,
  record: Readonly<Record<string, unknown>>,
): string | null => {
  if (scope === 'tenant') return String(record.tenantId)
  return access.ownTenant ? String(record.id) : null
}
