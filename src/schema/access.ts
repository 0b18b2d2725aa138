/** Lowest first. A superuser outranks every owner (docs/domain.md#roles). */
export const roles = ['viewer', 'staff', 'admin', 'owner', 'superuser'] as const
/** A role in a tenant; each includes those before it. */
export type Role = (typeof roles)[number]

export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete'

export interface Access {
  /** The lowest role that reads. */
  read: Role
  /**
   * The lowest role that creates, changes and deletes. `nobody`: only the system adds records; `delete` alone may name
   * a role.
   */
  write: Role | 'nobody'
  /** The lowest role that creates, if higher. */
  create?: Role
  /** The lowest role that deletes, if higher. */
  delete?: Role
  /** Members and their own tenant; only for the tenants resource. */
  ownTenant?: {
    /** The lowest role that reads its own tenant. */
    read: Role
    /** The lowest role that changes its own tenant. */
    write: Role
  }
}

/** False for null and for `nobody`. */
export const hasRole = (role: Role | null, needed: Role | 'nobody'): boolean =>
  role !== null && needed !== 'nobody' && roles.indexOf(role) >= roles.indexOf(needed)

/** Whether a role may list, show, create, edit or delete: one rule for API, screens and sidebar. */
export const mayAccess = (role: Role | null, access: Access, action: Action): boolean => {
  if (action === 'list' || action === 'show') return hasRole(role, access.read)
  if (action === 'create') return hasRole(role, access.create ?? access.write)
  return hasRole(role, action === 'delete' ? (access.delete ?? access.write) : access.write)
}
