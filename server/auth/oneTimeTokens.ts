import { randomInt } from 'node:crypto'
import { DAY, HOUR } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import { AuthError } from './authError'
import { hashToken, newToken } from './secrets'

export const tokenLifetimes = {
  signup: DAY,
  recovery: HOUR,
  invite: 7 * DAY,
  email_change_current: DAY,
  email_change_new: DAY,
  magiclink: HOUR,
  reauthentication: 600_000,
  pkce: 300_000,
} as const

export type TokenKind = keyof typeof tokenLifetimes

const table = 'authService.oneTimeTokens'

export interface OneTimeToken {
  userId: string
  kind: TokenKind
  codeChallenge: string | null
  /** Only this session may use a code. */
  sessionId: string | null
  expiresAt: string
}

interface NewToken {
  userId: string
  kind: Exclude<TokenKind, 'reauthentication'>
  codeChallenge?: string | null
  sessionId?: string
  now: number
}

/** GoTrue's prefix for tokens that yield a code instead of a session. */
export const pkcePrefix = 'pkce_'

const insertToken = async (
  trx: Transaction,
  tokenHash: Buffer,
  row: Pick<OneTimeToken, 'userId' | 'kind' | 'codeChallenge' | 'sessionId'>,
  now: number,
): Promise<void> => {
  const at = (ms: number) => new Date(ms).toISOString()
  await trx.deleteFrom(table).where('userId', '=', row.userId).where('expiresAt', '<=', at(now)).execute()
  const expiresAt = at(now + tokenLifetimes[row.kind])
  await trx
    .insertInto(table)
    .values({ tokenHash, ...row, expiresAt })
    .execute()
}

/** Older tokens stay valid, or anyone could void other people's links by requesting a new one. */
export const issueOneTimeToken = async (
  trx: Transaction,
  { userId, kind, codeChallenge = null, sessionId, now }: NewToken,
): Promise<string> => {
  const token = `${codeChallenge && kind !== 'pkce' ? pkcePrefix : ''}${newToken()}`
  await insertToken(trx, hashToken(token), { userId, kind, codeChallenge, sessionId: sessionId ?? null }, now)
  return token
}

const expired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

const take = (trx: Transaction, tokenHash: Buffer, kinds: readonly TokenKind[]) =>
  trx
    .deleteFrom(table)
    .where('tokenHash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .returningAll()
    .$castTo<OneTimeToken>()
    .executeTakeFirst()

/** @throws AuthError `otp_expired`, also for another kind of token */
export const redeemOneTimeToken = async (
  trx: Transaction,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<OneTimeToken> => {
  const row = await take(trx, hashToken(token), kinds)
  if (!row || Date.parse(row.expiresAt) <= now) throw expired()
  return row
}

export const isTokenAlive = async (trx: Transaction, token: string, now: number): Promise<boolean> => {
  const found = await trx
    .selectFrom(table)
    .select('expiresAt')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', new Date(now).toISOString())
    .executeTakeFirst()
  return found !== undefined
}

/** A code is short, so the session salts its hash. */
const codeHash = (sessionId: string, code: string): Buffer => hashToken(`${sessionId}:${code}`)

export const issueCode = async (
  trx: Transaction,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
): Promise<string> => {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  await trx.deleteFrom(table).where('sessionId', '=', sessionId).where('kind', '=', 'reauthentication').execute()
  const row = { userId, sessionId, kind: 'reauthentication', codeChallenge: null } as const
  await insertToken(trx, codeHash(sessionId, code), row, now)
  return code
}

export const redeemCode = async (trx: Transaction, sessionId: string, code: string, now: number): Promise<boolean> => {
  const row = await take(trx, codeHash(sessionId, code), ['reauthentication'])
  return row !== undefined && Date.parse(row.expiresAt) > now
}

export const revokeOneTimeTokens = async (
  trx: Transaction,
  userId: string,
  kinds?: readonly TokenKind[],
): Promise<void> => {
  await trx
    .deleteFrom(table)
    .where('userId', '=', userId)
    .$if(kinds !== undefined, query => query.where('kind', 'in', kinds))
    .execute()
}
