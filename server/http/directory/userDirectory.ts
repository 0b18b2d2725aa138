/** The administration of accounts at the auth service. Calls may be repeated safely. */
export interface UserDirectory {
  /**
   * Creates an account and mails its invitation. Null for a taken address: its account is linked when its owner
   * signs in with a confirmed address.
   */
  invite(user: { email: string; name: string | null }): Promise<string | null>
  /** Changes the address, or bans or unbans the account. Ignores an unknown id. */
  update(id: string, changes: { email?: string; isActive?: boolean }): Promise<void>
  /** Removes the account and ends its sessions. Ignores an unknown id. */
  delete(id: string): Promise<void>
  /** Signs the account out everywhere; absent if the auth service cannot end other people's sessions. */
  endSessions?(id: string): Promise<void>
}
