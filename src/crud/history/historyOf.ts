import { bookings } from '../../resources/bookings'
import { type AnyResource, hasRole, type Role } from '../../schema'

/** Histories that everybody reads who may read the record. */
const ownPaths: Readonly<Record<string, string>> = { [bookings.name]: '/bookings/{id}/history' }

export const ownHistoryPath = ({ name }: AnyResource): string | undefined => ownPaths[name]

/** The audit log is for owners and admins; what is above tenants is in none. */
export const mayReadHistory = (resource: AnyResource, role: Role | null): boolean => {
  if (ownHistoryPath(resource)) return hasRole(role, resource.access.read)
  return (resource.scope === 'tenant' || resource.access.ownTenant !== undefined) && hasRole(role, 'admin')
}
