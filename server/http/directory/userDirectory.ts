/** Calls are idempotent, and ignore unknown ids. */
export interface UserDirectory {
  /** Null for a taken address, whose account is linked when its owner signs in with the address confirmed. */
  invite(user: { email: string; name: string | null }): Promise<string | null>
  update(id: string, changes: { email?: string; isActive?: boolean }): Promise<void>
  delete(id: string): Promise<void>
  /** Absent if the auth service cannot end other people's sessions. */
  endSessions?(id: string): Promise<void>
}
