import { SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { type AccountRow, type Admission, findById, isShutOut, toUser, updateAccount } from './accounts'
import { AuthError, sessionNotFound, userBanned, validationFailed } from './authError'
import { maxUserAgent } from './device'
import { hashToken, newToken, seal, unseal } from './secrets'
import { expiryOf, type SessionLimits } from './sessionLimits'
import type { SigningKeys } from './signingKeys'

/** Seconds. */
export const accessTokenLifetime = 3600
/** Within it, a replaced refresh token still yields its successor, for a second tab or a lost answer. */
export const reuseGraceMs = 10_000

export interface TokenContext extends Admission {
  keys: SigningKeys
  issuer: string
  sessionLimits: SessionLimits
}

export interface SecondStep {
  method: 'totp' | 'recovery_code'
  factorId: string | null
}

export interface Visit {
  userAgent: string | null
  network: string
}

export interface Session {
  id: string
  userId: string
  method: string
  createdAt: string
  secondMethod: SecondStep['method'] | null
  secondAt: string | null
  factorId: string | null
  userAgent: string | null
  network: string | null
  usedAt: string | null
  isSuperuser: boolean
  reauthenticatedAt: string | null
}

const table = 'authService.sessions'

/** Only a function of the product knows the superusers. */
const isSuperuser = sql<boolean>`is_superuser_account(sessions.user_id)`.as('isSuperuser')

type IssuedSession = Omit<Session, 'isSuperuser'>

const methodsOf = ({ method, createdAt, secondMethod, secondAt }: IssuedSession) => {
  const entry = (name: string, at: string) => ({ method: name, timestamp: Math.floor(Date.parse(at) / 1000) })
  const first = entry(method, createdAt)
  return secondMethod && secondAt ? [entry(secondMethod, secondAt), first] : [first]
}

const visitColumns = ({ userAgent, network }: Visit, at: string) => ({
  userAgent: userAgent?.slice(0, maxUserAgent) ?? null,
  network,
  usedAt: at,
})

const sessionBody = async (
  { keys, issuer, now }: TokenContext,
  account: AccountRow,
  session: IssuedSession,
  refreshToken: string,
) => {
  const issuedAt = Math.floor(now() / 1000)
  const { kid, privateKey } = keys.signer()
  const user = toUser(account)
  const accessToken = await new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: 'authenticated',
    aal: session.secondMethod ? 'aal2' : 'aal1',
    amr: methodsOf(session),
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(account.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenLifetime)
    .sign(privateKey)
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

export const startSession = async (
  trx: Transaction,
  context: TokenContext,
  account: AccountRow,
  method: string,
  visit: Visit,
) => {
  const at = new Date(context.now()).toISOString()
  const signedIn = await updateAccount(trx, account.id, { lastSignInAt: at })
  const session = (await trx
    .insertInto(table)
    .values({ userId: account.id, method, createdAt: at, ...visitColumns(visit, at) })
    .returningAll()
    .executeTakeFirstOrThrow()) as IssuedSession
  const token = newToken()
  await insertToken(trx, session.id, token, at)
  return sessionBody(context, signedIn, session, token)
}

interface Raise {
  account: AccountRow
  sessionId: string
  step: SecondStep
  visit: Visit
}

/**
 * Ends the account's sessions without a second step, and voids earlier refresh tokens, which somebody else may hold.
 */
export const raiseSession = async (
  trx: Transaction,
  context: TokenContext,
  { account, sessionId, step, visit }: Raise,
) => {
  const at = new Date(context.now()).toISOString()
  const session = (await trx
    .updateTable(table)
    .set({ secondMethod: step.method, secondAt: at, factorId: step.factorId, ...visitColumns(visit, at) })
    .where('id', '=', sessionId)
    .where('userId', '=', account.id)
    .returningAll()
    .executeTakeFirst()) as IssuedSession | undefined
  if (!session) throw sessionNotFound()
  await trx.deleteFrom(table).where('userId', '=', account.id).where('secondMethod', 'is', null).execute()
  await trx.deleteFrom('authService.refreshTokens').where('sessionId', '=', sessionId).execute()
  const token = newToken()
  await insertToken(trx, sessionId, token, at)
  return sessionBody(context, (await findById(trx, account.id)) ?? account, session, token)
}

/** A new id voids all copies of the session's tokens. */
export const replaceSession = async (trx: Transaction, id: string): Promise<string | null> => {
  await trx.deleteFrom('authService.refreshTokens').where('sessionId', '=', id).execute()
  const replaced = await trx
    .updateTable(table)
    .set({ id: sql`uuid_v7()` })
    .where('id', '=', id)
    .returning('id')
    .$castTo<{ id: string }>()
    .executeTakeFirst()
  if (!replaced) return null
  await trx.updateTable('authService.factors').set({ enrolledBy: replaced.id }).where('enrolledBy', '=', id).execute()
  return replaced.id
}

export const continueSession = async (
  trx: Transaction,
  context: TokenContext,
  { account, sessionId, visit }: Omit<Raise, 'step'>,
) => {
  const at = new Date(context.now()).toISOString()
  const session = (await trx
    .updateTable(table)
    .set(visitColumns(visit, at))
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirst()) as IssuedSession | undefined
  if (!session) throw sessionNotFound()
  const token = newToken()
  await insertToken(trx, sessionId, token, at)
  return sessionBody(context, account, session, token)
}

export const lowerSessions = async (
  trx: Transaction,
  userId: string,
  { factorId }: { factorId?: string } = {},
): Promise<void> => {
  await trx
    .updateTable(table)
    .set({ secondMethod: null, secondAt: null, factorId: null })
    .where('userId', '=', userId)
    .$if(factorId !== undefined, query => query.where('factorId', '=', factorId as string))
    .execute()
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

const activeToken = async (trx: Transaction, token: string, row: TokenRow): Promise<string> => {
  if (!row.successor) return token
  const next = unseal(row.successor, token)
  const nextRow = await findToken(trx, next)
  return nextRow ? activeToken(trx, next, nextRow) : next
}

/** GoTrue never issues shorter tokens. */
const minTokenLength = 12

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

const sessionExpired = (why: 'idle' | 'max') =>
  new AuthError(
    400,
    'session_expired',
    `Invalid Refresh Token: Session Expired${why === 'idle' ? ' (Inactivity)' : ''}`,
  )

export type Refreshed =
  | { reused: true; sessionId: string }
  | { reused: false; body: Awaited<ReturnType<typeof sessionBody>> }

/**
 * Reuse after the grace period is theft and ends the session, so commit before refusing.
 * @throws AuthError for an unknown token, a banned account or an ended session
 */
export const refreshSession = async (
  trx: Transaction,
  context: TokenContext,
  token: string,
  visit: Visit,
): Promise<Refreshed> => {
  if (token.length < minTokenLength) throw validationFailed('Refresh token is not valid')
  const known = await findToken(trx, token)
  if (!known) throw notFound()
  // Serializes parallel refreshes.
  const session = (await trx
    .selectFrom(table)
    .selectAll()
    .select(isSuperuser)
    .where('id', '=', known.sessionId)
    .forUpdate()
    .executeTakeFirst()) as Session | undefined
  const row = await findToken(trx, token)
  if (!session || !row) throw notFound()

  const account = await findById(trx, session.userId)
  if (!account || isShutOut(account, context)) throw userBanned(400)
  const expiry = expiryOf(session, context.sessionLimits, context.now())
  if (expiry) throw sessionExpired(expiry)
  if (row.replacedAt) {
    if (context.now() - Date.parse(row.replacedAt) > reuseGraceMs) {
      await trx.deleteFrom(table).where('id', '=', session.id).execute()
      return { reused: true, sessionId: session.id }
    }
    return { reused: false, body: await sessionBody(context, account, session, await activeToken(trx, token, row)) }
  }
  const next = newToken()
  const at = new Date(context.now()).toISOString()
  await insertToken(trx, session.id, next, at)
  await trx.updateTable(table).set(visitColumns(visit, at)).where('id', '=', session.id).execute()
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
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom(table)
    .where('userId', '=', userId)
    .$if(scope === 'local', query => query.where('id', '=', sessionId))
    .$if(scope === 'others', query => query.where('id', '!=', sessionId))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const endSessionsOfFactor = async (trx: Transaction, factorId: string): Promise<void> => {
  await trx.deleteFrom(table).where('factorId', '=', factorId).execute()
}

export const endAllSessions = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.deleteFrom(table).where('userId', '=', userId).execute()
}

export const keepSession = async (trx: Transaction, sessionId: string): Promise<boolean> =>
  (await trx.selectFrom(table).select('id').where('id', '=', sessionId).forKeyShare().executeTakeFirst()) !== undefined

export const findSessions = (trx: Transaction, userId: string): Promise<Session[]> =>
  trx
    .selectFrom(table)
    .selectAll()
    .select(isSuperuser)
    .where('userId', '=', userId)
    .orderBy(sql`coalesce(used_at, created_at) desc`)
    .orderBy('id', 'desc')
    .$castTo<Session>()
    .execute()

export const noteProof = async (trx: Transaction, id: string, now: number): Promise<void> => {
  await trx
    .updateTable(table)
    .set({ reauthenticatedAt: new Date(now).toISOString() })
    .where('id', '=', id)
    .execute()
}

export const findSession = (trx: Transaction, id: string): Promise<Session | undefined> =>
  trx.selectFrom(table).selectAll().select(isSuperuser).where('id', '=', id).$castTo<Session>().executeTakeFirst()
