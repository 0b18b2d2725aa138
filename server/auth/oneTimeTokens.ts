import type { Transaction } from '../db/database'
import { AuthError } from './authError'
import { hashToken, newToken } from './secrets'

export type TokenKind = 'signup' | 'recovery' | 'invite' | 'email_change' | 'magiclink' | 'pkce'

/** Milliseconds for which a link can be used. */
const lifetimes: Record<TokenKind, number> = {
  signup: 24 * 3_600_000,
  recovery: 3_600_000,
  invite: 7 * 24 * 3_600_000,
  email_change: 24 * 3_600_000,
  magiclink: 3_600_000,
  pkce: 300_000,
}

interface TokenRow {
  userId: string
  kind: TokenKind
  codeChallenge: string | null
  expiresAt: string
}

/** Makes a token for a link; older ones of the same kind stop working. */
export const issueOneTimeToken = async (
  trx: Transaction,
  {
    userId,
    kind,
    codeChallenge = null,
    now,
  }: { userId: string; kind: TokenKind; codeChallenge?: string | null; now: number },
): Promise<string> => {
  const token = newToken()
  await trx.deleteFrom('authService.oneTimeTokens').where('userId', '=', userId).where('kind', '=', kind).execute()
  await trx
    .insertInto('authService.oneTimeTokens')
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

const expired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

/** Uses a token up. @throws AuthError `otp_expired` for one that is unknown, used, expired or of another kind */
export const redeemOneTimeToken = async (
  trx: Transaction,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<TokenRow> => {
  const row = (await trx
    .deleteFrom('authService.oneTimeTokens')
    .where('tokenHash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .returningAll()
    .executeTakeFirst()) as TokenRow | undefined
  if (!row || Date.parse(row.expiresAt) <= now) throw expired()
  return row
}
