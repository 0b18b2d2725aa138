import type { AnyResource } from './resource'

/**
 * The tenant whose audit log covers a record: the one it belongs to, or the one it is. Null for other platform
 * records.
 */
export const tenantOf = (
  { scope, access }: Pick<AnyResource, 'scope' | 'access'>,
  record: Readonly<Record<string, unknown>>,
): string | null => {
  if (scope === 'tenant') return String(record.tenantId)
  return access.ownTenant ? String(record.id) : null
}
