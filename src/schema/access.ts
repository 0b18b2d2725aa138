/** What a person is in the current tenant; a superuser is owner everywhere and more (domain.md §2.3.1). */
export const roles = ['viewer', 'staff', 'admin', 'owner', 'superuser'] as const
export type Role = (typeof roles)[number]

export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete'

/** Who may do what with the records of a resource; each role includes those above it in `roles`. */
export interface Access {
  read: Role
  write: Role
  /** When fewer people may delete than may write. */
  delete?: Role
  /** What members may do with the tenants they belong to; only for the resource that holds tenants. */
  ownTenant?: { read: Role; write: Role }
}

/** True when `role` is `needed` or more. No role at all may nothing. */
export const hasRole = (role: Role | null, needed: Role): boolean =>
  role !== null && roles.indexOf(role) >= roles.indexOf(needed)

/** The one rule of permission, used by the API, the screens and the sidebar alike. */
export const mayAccess = (role: Role | null, access: Access, action: Action): boolean => {
  if (action === 'list' || action === 'show') return hasRole(role, access.read)
  return hasRole(role, action === 'delete' ? (access.delete ?? access.write) : access.write)
}
