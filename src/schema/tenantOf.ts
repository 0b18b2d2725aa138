import type { AnyResource } from './resource'

/** The tenant that a record belongs to, or is. */
export const tenantOf = (
  { scope, access }: Pick<AnyResource, 'scope' | 'access'>,
  record: Readonly<Record<string, unknown>>,
): string | null => {
  if (scope === 'tenant') return String(record.tenantId)
  return access.ownTenant ? String(record.id) : null
}
