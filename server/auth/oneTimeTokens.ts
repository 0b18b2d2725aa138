import type { Transaction } from '../db/database'
import { AuthError } from './authError'
import { hashToken, newToken } from './secrets'

export type TokenKind = 'signup' | 'recovery' | 'invite' | 'email_change' | 'magiclink' | 'pkce'

/** Milliseconds for which a token can be used. */
const lifetimes: Record<TokenKind, number> = {
  signup: 24 * 3_600_000,
  recovery: 3_600_000,
  invite: 7 * 24 * 3_600_000,
  email_change: 24 * 3_600_000,
  magiclink: 3_600_000,
  pkce: 300_000,
}

const table = 'authService.oneTimeTokens'

export interface OneTimeToken {
  userId: string
  kind: TokenKind
  /** Of the client that asked, when it uses PKCE. */
  codeChallenge: string | null
  expiresAt: string
}

interface NewToken {
  userId: string
  kind: TokenKind
  codeChallenge: string | null
  /** Milliseconds since the epoch. */
  now: number
}

/** What GoTrue puts before the token of a mail whose link leads to a code, not to a session. */
export const pkcePrefix = 'pkce_'

/** Makes a token; older ones of the same kind stop working. */
export const issueOneTimeToken = async (
  trx: Transaction,
  { userId, kind, codeChallenge, now }: NewToken,
): Promise<string> => {
  const token = `${codeChallenge && kind !== 'pkce' ? pkcePrefix : ''}${newToken()}`
  await trx.deleteFrom(table).where('userId', '=', userId).where('kind', '=', kind).execute()
  await trx
    .insertInto(table)
    .values({
      tokenHash: hashToken(token),
      userId,
      kind,
      codeChallenge,
      expiresAt: new Date(now + lifetimes[kind]).toISOString(),
    })
    .execute()
  return token
}

/** Uses a token up. @throws AuthError `otp_expired` for one that is unknown, used, expired or of another kind */
export const redeemOneTimeToken = async (
  trx: Transaction,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<OneTimeToken> => {
  const row = await trx
    .deleteFrom(table)
    .where('tokenHash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .returningAll()
    .$castTo<OneTimeToken>()
    .executeTakeFirst()
  if (!row || Date.parse(row.expiresAt) <= now) {
    throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  }
  return row
}

/** Ends the links that were sent for an account: all, or all but those of a kind. */
export const revokeOneTimeTokens = async (trx: Transaction, userId: string, except?: TokenKind): Promise<void> => {
  await trx
    .deleteFrom(table)
    .where('userId', '=', userId)
    .$if(except !== undefined, query => query.where('kind', '!=', except))
    .execute()
}
