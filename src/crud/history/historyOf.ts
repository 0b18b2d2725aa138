import { type AnyResource, hasRole, type Role } from '../../schema'

/**
 * Owners and admins may read the history of their tenant and its records. Other platform records have none.
 * @param isOpen everybody who may read the record may read its history
 */
export const mayReadHistory = (resource: AnyResource, role: Role | null, isOpen: boolean): boolean => {
  if (isOpen) return hasRole(role, resource.access.read)
  return (resource.scope === 'tenant' || resource.access.ownTenant !== undefined) && hasRole(role, 'admin')
}
