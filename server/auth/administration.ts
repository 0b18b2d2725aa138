import {
  type AccountRow,
  deleteAccount,
  findAccounts,
  findByEmail,
  findById,
  insertAccount,
  lockById,
  type UserMetadata,
  updateAccount,
} from './accounts'
import type { AuthContext } from './authContext'
import { forgetFormerAddresses } from './formerAddresses'
import { issueOneTimeToken } from './oneTimeTokens'
import { hashPassword } from './passwords'
import { throwOut } from './throwOut'

export interface NewAccount {
  email: string
  password?: string
  userMetadata?: UserMetadata
  appMetadata?: UserMetadata
  isConfirmed: boolean
  isInvited?: boolean
  isDemo?: boolean
}

export interface AccountChanges {
  email?: string
  password?: string
  userMetadata?: UserMetadata
  appMetadata?: UserMetadata
  isConfirmed?: true
  /** `until` is ISO 8601; `none` lifts the ban. */
  ban?: { until: string } | 'forever' | 'none'
  isAskedByProduct?: boolean
}

const banColumns = (ban: NonNullable<AccountChanges['ban']>): Partial<AccountRow> => ({
  isBanned: ban !== 'none',
  bannedUntil: typeof ban === 'object' ? ban.until : null,
})

export type Administration = ReturnType<typeof createAdministration>

type HandedOut = 'invite' | 'recovery' | 'magiclink' | 'signup'

export const createAdministration = ({ run, now, mail, notice }: AuthContext) => {
  const newToken = (userId: string, kind: HandedOut): Promise<string> =>
    run(trx => issueOneTimeToken(trx, { userId, kind, now: now() }))

  return {
    newToken,
    list: (page: { page: number; perPage: number }) => run(trx => findAccounts(trx, page)),
    find: (id: string): Promise<AccountRow | undefined> => run(trx => findById(trx, id)),
    findByEmail: (email: string): Promise<AccountRow | undefined> => run(trx => findByEmail(trx, email)),
    create: async ({
      email,
      password,
      userMetadata = {},
      appMetadata = {},
      isConfirmed,
      isInvited = false,
      isDemo = false,
    }: NewAccount): Promise<AccountRow | null> => {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const emailConfirmedAt = isConfirmed ? new Date(now()).toISOString() : null
      const invitedAt = isInvited ? new Date(now()).toISOString() : null
      const account = { email: email.toLowerCase(), passwordHash, userMetadata, appMetadata }
      const values = { ...account, emailConfirmedAt, invitedAt, isDemo }
      return (await run(trx => insertAccount(trx, values, now()))) ?? null
    },
    sendInvitation: ({ id: userId, email }: AccountRow, redirectTo?: string): Promise<void> =>
      run(async trx => {
        const token = await issueOneTimeToken(trx, { userId, kind: 'invite', now: now() })
        await mail(trx, { kind: 'invite', userId, to: email, token, redirectTo })
      }),
    /**
     * A ban or new password ends all sessions and links, a new address the links.
     * @throws the database's unique violation for a taken address
     */
    change: async (
      id: string,
      { email, password, userMetadata, appMetadata, isConfirmed, ban, isAskedByProduct = false }: AccountChanges,
    ): Promise<AccountRow | undefined> => {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      return run(async trx => {
        const account = await lockById(trx, id)
        if (!account) return undefined
        const isShut = ban !== undefined && ban !== 'none'
        if (passwordHash || isShut || email) await throwOut(trx, id, passwordHash || isShut ? 'none' : 'all')
        if (email) await forgetFormerAddresses(trx, id)
        const changes = {
          ...(email && { email: email.toLowerCase() }),
          ...(passwordHash && { passwordHash }),
          ...(userMetadata && { userMetadata }),
          ...(appMetadata && { appMetadata }),
          ...(isConfirmed && { emailConfirmedAt: account.emailConfirmedAt ?? new Date(now()).toISOString() }),
          ...(ban && banColumns(ban)),
        }
        const after = await updateAccount(trx, id, changes, { isAskedByProduct })
        if (passwordHash) await notice(trx, 'password_changed', after)
        if (account.email !== after.email) await notice(trx, 'email_changed', account, { newEmail: after.email })
        return after
      })
    },
    delete: (id: string): Promise<void> => run(trx => deleteAccount(trx, id)),
  }
}
