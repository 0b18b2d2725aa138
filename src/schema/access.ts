/** Lowest first. A superuser outranks every tenant's owner (docs/domain.md#roles). */
export const roles = ['viewer', 'staff', 'admin', 'owner', 'superuser'] as const
/** A role in a tenant; each includes those before it. */
export type Role = (typeof roles)[number]

export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete'

/** The lowest roles for a resource's records. */
export interface Access {
  /** The lowest role that may read. */
  read: Role
  /**
   * The lowest role that may create, change and delete. `nobody`: only the system adds records, nobody changes them,
   * and the API has no write calls but deletion, if `delete` names a role.
   */
  write: Role | 'nobody'
  /** The lowest role that may create, if higher than for writing. */
  create?: Role
  /** The lowest role that may delete, if higher than for writing. */
  delete?: Role
  /** Roles for members' own tenants; only for the tenants resource. */
  ownTenant?: {
    /** The lowest role that may read its own tenant. */
    read: Role
    /** The lowest role that may change its own tenant. */
    write: Role
  }
}

/** Whether a role is at least the needed one; false for null and for `nobody`. */
export const hasRole = (role: Role | null, needed: Role | 'nobody'): boolean =>
  role !== null && needed !== 'nobody' && roles.indexOf(role) >= roles.indexOf(needed)

/** Whether a role may list, show, create, edit or delete. API, screens and sidebar share this rule. */
export const mayAccess = (role: Role | null, access: Access, action: Action): boolean => {
  if (action === 'list' || action === 'show') return hasRole(role, access.read)
  if (action === 'create') return hasRole(role, access.create ?? access.write)
  return hasRole(role, action === 'delete' ? (access.delete ?? access.write) : access.write)
}
