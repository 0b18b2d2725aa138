/**
 * A person's role in the current tenant, lowest first; a superuser has more rights than an owner, in every tenant
 * (docs/domain.md#roles).
 */
export const roles = ['viewer', 'staff', 'admin', 'owner', 'superuser'] as const
export type Role = (typeof roles)[number]

export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete'

/** Who may do what with the records of a resource; each role includes those before it in `roles`. */
export interface Access {
  /** Who may read the records. */
  read: Role
  /** Who may create, change and delete them. With `nobody` only the system adds records, and nobody changes them: the API has read calls only, and those to delete for whom `delete` names. */
  write: Role | 'nobody'
  /** Who may create, if that takes a higher role than writing. */
  create?: Role
  /** Who may delete, if that takes a higher role than writing. */
  delete?: Role
  /** What members may do with their own tenants; only for the tenants resource. */
  ownTenant?: {
    /** Who may read their own tenant. */
    read: Role
    /** Who may change it. */
    write: Role
  }
}

/** Whether `role` is `needed` or higher; false without a role. */
export const hasRole = (role: Role | null, needed: Role | 'nobody'): boolean =>
  role !== null && needed !== 'nobody' && roles.indexOf(role) >= roles.indexOf(needed)

/** The only permission rule: API, screens and sidebar all use it. */
export const mayAccess = (role: Role | null, access: Access, action: Action): boolean => {
  if (action === 'list' || action === 'show') return hasRole(role, access.read)
  if (action === 'create') return hasRole(role, access.create ?? access.write)
  return hasRole(role, action === 'delete' ? (access.delete ?? access.write) : access.write)
}
