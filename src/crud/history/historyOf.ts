import { type AnyResource, hasRole, type Role } from '../../schema'

/**
 * Owners and admins may read it; platform records other than tenants have none. `isOpen`: all readers of the record
 * may.
 */
export const mayReadHistory = (resource: AnyResource, role: Role | null, isOpen: boolean): boolean => {
  if (isOpen) return hasRole(role, resource.access.read)
  return (resource.scope === 'tenant' || resource.access.ownTenant !== undefined) && hasRole(role, 'admin')
}
