import {
  type AccountRow,
  deleteAccount,
  findByEmail,
  findById,
  insertAccount,
  lockById,
  type UserMetadata,
  updateAccount,
} from './accounts'
import type { AuthContext } from './authContext'
import { issueOneTimeToken, revokeOneTimeTokens, type TokenKind } from './oneTimeTokens'
import { hashPassword } from './passwords'
import { endAllSessions } from './sessions'

export interface NewAccount {
  email: string
  /** Without one, nobody can sign in before having followed a link. */
  password?: string
  userMetadata?: UserMetadata
  isConfirmed: boolean
}

export interface AccountChanges {
  email?: string
  password?: string
  userMetadata?: UserMetadata
  isConfirmed?: true
  /** Shut out until then, for good, or no longer. */
  ban?: { until: string } | 'forever' | 'none'
}

const banColumns = (ban: NonNullable<AccountChanges['ban']>): Partial<AccountRow> => ({
  isBanned: ban !== 'none',
  bannedUntil: typeof ban === 'object' ? ban.until : null,
})

export type Administration = ReturnType<typeof createAdministration>

/** What whoever runs the installation does to accounts: the product's API in this process, and the admin endpoints. */
export const createAdministration = ({ run, now, mail }: AuthContext) => {
  const newToken = (userId: string, kind: TokenKind): Promise<string> =>
    run(trx => issueOneTimeToken(trx, { userId, kind, codeChallenge: null, now: now() }))

  return {
    newToken,
    find: (id: string): Promise<AccountRow | undefined> => run(trx => findById(trx, id)),
    findByEmail: (email: string): Promise<AccountRow | undefined> => run(trx => findByEmail(trx, email)),
    /** Null when the address is taken. */
    create: async ({ email, password, userMetadata = {}, isConfirmed }: NewAccount): Promise<AccountRow | null> => {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const emailConfirmedAt = isConfirmed ? new Date(now()).toISOString() : null
      const values = { email: email.toLowerCase(), passwordHash, userMetadata, emailConfirmedAt }
      return (await run(trx => insertAccount(trx, values))) ?? null
    },
    sendInvitation: async ({ id, email }: AccountRow, redirectTo?: string): Promise<void> =>
      mail('invite', email, await newToken(id, 'invite'), redirectTo),
    /**
     * Undefined for an unknown id. A ban and a new password end all sessions and links, a new address the links.
     * @throws the database's unique violation when the new address is taken
     */
    change: async (
      id: string,
      { email, password, userMetadata, isConfirmed, ban }: AccountChanges,
    ): Promise<AccountRow | undefined> => {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      return run(async trx => {
        const account = await lockById(trx, id)
        if (!account) return undefined
        const isShut = ban !== undefined && ban !== 'none'
        if (passwordHash || isShut) await endAllSessions(trx, id)
        if (passwordHash || isShut || email) await revokeOneTimeTokens(trx, id)
        return updateAccount(trx, id, {
          ...(email && { email: email.toLowerCase(), newEmail: null }),
          ...(passwordHash && { passwordHash }),
          ...(userMetadata && { userMetadata }),
          ...(isConfirmed && { emailConfirmedAt: account.emailConfirmedAt ?? new Date(now()).toISOString() }),
          ...(ban && banColumns(ban)),
        })
      })
    },
    /** Ends its sessions, too. An unknown id is ignored. */
    delete: (id: string): Promise<void> => run(trx => deleteAccount(trx, id)),
  }
}
