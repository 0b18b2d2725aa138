/** Accounts at the auth service. Calls may be repeated safely. */
export interface UserDirectory {
  /** Null for a taken address: that account is linked when its owner signs in with a confirmed address. */
  invite(user: { email: string; name: string | null }): Promise<string | null>
  /** Ignores an unknown id. */
  update(id: string, changes: { email?: string; isActive?: boolean }): Promise<void>
  /** Ignores an unknown id. */
  delete(id: string): Promise<void>
  /** Absent if the auth service cannot end other people's sessions. */
  endSessions?(id: string): Promise<void>
}
