/** The accounts of the auth service, as far as superusers and owners administer them. Calls may be repeated safely. */
export interface UserDirectory {
  /**
   * Makes an account for the address and sends its invitation. Answers the new account's id, or null when the address has
   * an account already: that one is linked when its owner signs in with a confirmed address, and not before.
   */
  invite(user: { email: string; name: string | null }): Promise<string | null>
  /**
   * Mails an invitation once more. `accepted`: the account has been taken up since, or its owner made it without one;
   * `limited`: that address got too many mails lately.
   */
  resendInvitation(user: { email: string; name: string | null }): Promise<'sent' | 'accepted' | 'limited'>
  /** Changes the address, or shuts the account out of signing in and back. An unknown id is ignored. */
  update(id: string, changes: { email?: string; isActive?: boolean }): Promise<void>
  /** Removes the account and ends its sessions. An unknown id is ignored. */
  delete(id: string): Promise<void>
}
