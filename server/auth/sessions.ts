import { SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { type AccountRow, findById, isShutOut, toUser, updateAccount } from './accounts'
import { AuthError, userBanned, validationFailed } from './authError'
import { hashToken, newToken, seal, unseal } from './secrets'
import type { SigningKeys } from './signingKeys'

/** Seconds for which an access token is valid. */
export const accessTokenLifetime = 3600
/** How long a refresh token that was just replaced still gets its successor: two tabs, or an answer that was lost. */
export const reuseGraceMs = 10_000

export interface TokenContext {
  keys: SigningKeys
  issuer: string
  /** Milliseconds since the epoch. */
  now: () => number
}

interface Session {
  id: string
  userId: string
  method: string
  createdAt: string
}

const sessionBody = async (
  { keys, issuer, now }: TokenContext,
  account: AccountRow,
  session: Session,
  refreshToken: string,
) => {
  const issuedAt = Math.floor(now() / 1000)
  const user = toUser(account)
  const accessToken = await new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: session.method, timestamp: Math.floor(Date.parse(session.createdAt) / 1000) }],
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(account.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenLifetime)
    .sign(keys.privateKey)
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessTokenLifetime,
    expires_at: issuedAt + accessTokenLifetime,
    refresh_token: refreshToken,
    user,
  }
}

const insertToken = (trx: Transaction, sessionId: string, token: string, at: string) =>
  trx
    .insertInto('authService.refreshTokens')
    .values({ tokenHash: hashToken(token), sessionId, createdAt: at })
    .execute()

/** Signs an account in: a new session with its first tokens. `method` says how: password, otp, invite. */
export const startSession = async (trx: Transaction, context: TokenContext, account: AccountRow, method: string) => {
  const at = new Date(context.now()).toISOString()
  const signedIn = await updateAccount(trx, account.id, { lastSignInAt: at })
  const session = (await trx
    .insertInto('authService.sessions')
    .values({ userId: account.id, method, createdAt: at })
    .returningAll()
    .executeTakeFirstOrThrow()) as Session
  const token = newToken()
  await insertToken(trx, session.id, token, at)
  return sessionBody(context, signedIn, session, token)
}

interface TokenRow {
  tokenHash: Uint8Array
  sessionId: string
  successor: Uint8Array | null
  replacedAt: string | null
}

const findToken = (trx: Transaction, token: string): Promise<TokenRow | undefined> =>
  trx
    .selectFrom('authService.refreshTokens')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst() as Promise<TokenRow | undefined>

/** The end of the chain of successors: the token that is in force now. */
const activeToken = async (trx: Transaction, token: string, row: TokenRow): Promise<string> => {
  if (!row.successor) return token
  const next = unseal(row.successor, token)
  const nextRow = await findToken(trx, next)
  return nextRow ? activeToken(trx, next, nextRow) : next
}

/** No token of GoTrue's, old or new, is shorter. */
const minTokenLength = 12

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

export type Refreshed =
  | { reused: true; sessionId: string }
  | { reused: false; body: Awaited<ReturnType<typeof sessionBody>> }

/**
 * Rotates a refresh token. One that was replaced longer ago than the grace ends its whole session: either it or its
 * successor is in the wrong hands. The caller must commit that before it refuses.
 * @throws AuthError for a token that is unknown, or whose account is banned
 */
export const refreshSession = async (trx: Transaction, context: TokenContext, token: string): Promise<Refreshed> => {
  if (token.length < minTokenLength) throw validationFailed('Refresh token is not valid')
  const known = await findToken(trx, token)
  if (!known) throw notFound()
  // Parallel refreshes of one session take turns.
  const session = (await trx
    .selectFrom('authService.sessions')
    .selectAll()
    .where('id', '=', known.sessionId)
    .forUpdate()
    .executeTakeFirst()) as Session | undefined
  const row = await findToken(trx, token)
  if (!session || !row) throw notFound()

  const account = await findById(trx, session.userId)
  if (!account || isShutOut(account, context.now())) throw userBanned(400)
  if (row.replacedAt) {
    if (context.now() - Date.parse(row.replacedAt) > reuseGraceMs) {
      await trx.deleteFrom('authService.sessions').where('id', '=', session.id).execute()
      return { reused: true, sessionId: session.id }
    }
    return { reused: false, body: await sessionBody(context, account, session, await activeToken(trx, token, row)) }
  }
  const next = newToken()
  const at = new Date(context.now()).toISOString()
  await insertToken(trx, session.id, next, at)
  await trx
    .updateTable('authService.refreshTokens')
    .set({ successor: seal(next, token), replacedAt: at })
    .where('tokenHash', '=', hashToken(token))
    .execute()
  return { reused: false, body: await sessionBody(context, account, session, next) }
}

export type SignOutScope = 'global' | 'local' | 'others'

export const endSessions = async (
  trx: Transaction,
  userId: string,
  sessionId: string,
  scope: SignOutScope,
): Promise<void> => {
  await trx
    .deleteFrom('authService.sessions')
    .where('userId', '=', userId)
    .$if(scope === 'local', query => query.where('id', '=', sessionId))
    .$if(scope === 'others', query => query.where('id', '!=', sessionId))
    .execute()
}

export const endAllSessions = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.deleteFrom('authService.sessions').where('userId', '=', userId).execute()
}

export const sessionExists = async (trx: Transaction, sessionId: string): Promise<boolean> =>
  (await trx
    .selectFrom('authService.sessions')
    .select(sql`1`.as('one'))
    .where('id', '=', sessionId)
    .executeTakeFirst()) !== undefined
