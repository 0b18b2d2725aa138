/** The accounts of the auth service, as far as superusers and owners administer them. Calls may be repeated safely. */
export interface UserDirectory {
  /**
   * Makes an account for the address and sends its invitation. Answers the new account's id, or null when the address has
   * an account already: that one is linked when its owner signs in with a confirmed address, and not before.
   */
  invite(user: { email: string; name: string | null }): Promise<string | null>
  /** Changes the address, or bans or unbans the account. An unknown id is ignored. */
  update(id: string, changes: { email?: string; isActive?: boolean }): Promise<void>
  /** Removes the account and ends its sessions. An unknown id is ignored. */
  delete(id: string): Promise<void>
  /** Signs the account out everywhere; absent if the auth service cannot end other people's sessions. */
  endSessions?(id: string): Promise<void>
}
