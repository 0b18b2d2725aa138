import type { Context } from 'hono'
import { type JWTPayload, jwtVerify } from 'jose'
import type { Transaction } from '../db/database'
import { type AccountRow, findById, isShutOut, lockById } from './accounts'
import type { AuthContext } from './authContext'
import { AuthError, badJwt, noAuthorization, sessionNotFound, userBanned } from './authError'
import { serviceRole, signServiceToken } from './keyAdministration'
import { provedAt } from './reauthentication'
import { expiryOf } from './sessionLimits'
import { findSession, keepSession } from './sessions'

/** Accepts one algorithm, whatever the token's header says. */
const verifyToken = async (
  { issuer, keys, now }: AuthContext,
  c: Context,
  audience: string | string[],
): Promise<JWTPayload> => {
  const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) throw noAuthorization()
  const { payload } = await jwtVerify(token, keys.verify, {
    issuer,
    audience,
    algorithms: ['ES256'],
    requiredClaims: ['exp'],
    currentDate: new Date(now()),
  }).catch((error: Error) => {
    throw badJwt(error.message)
  })
  return payload
}

export interface SignedIn {
  account: AccountRow
  sessionId: string
  isAal2: boolean
  /** Epoch milliseconds of the sign-in or reauthentication. */
  provedAt: number
}

const userNotFound = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')

export const authenticate = async (context: AuthContext, c: Context): Promise<SignedIn> => {
  const { sub, aal, session_id: sessionId } = await verifyToken(context, c, 'authenticated')
  if (typeof sub !== 'string') throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (typeof sessionId !== 'string') throw sessionNotFound()
  return context.run(async trx => {
    const account = await findById(trx, sub)
    if (!account) throw userNotFound()
    const session = await findSession(trx, sessionId)
    if (!session) throw sessionNotFound()
    if (expiryOf(session, context.sessionLimits, context.now())) {
      throw new AuthError(403, 'session_expired', 'Session is no longer valid')
    }
    if (isShutOut(account, context)) throw userBanned(403)
    const isAal2 = aal === 'aal2' && session.secondMethod !== null
    return { account, sessionId, isAal2, provedAt: provedAt(session) }
  })
}

/** Locks the account. Refuses a session that ended during the request. */
export const lockSignedIn = async (
  trx: Transaction,
  { account: { id }, sessionId }: Pick<SignedIn, 'account' | 'sessionId'>,
): Promise<AccountRow> => {
  const account = await lockById(trx, id)
  if (!account) throw userNotFound()
  if (!(await keepSession(trx, sessionId))) throw sessionNotFound()
  return account
}

/** @throws AuthError without an unrevoked service token of this installation */
export const requireService = async (context: AuthContext, c: Context): Promise<void> => {
  const { role, jti } = await verifyToken(context, c, ['authenticated', serviceRole])
  if (role !== serviceRole) throw new AuthError(403, 'not_admin', 'User not allowed')
  if (jti === undefined) return
  const key = await context.run(trx =>
    trx.selectFrom('authService.serviceKeys').select('id').where('id', '=', jti).executeTakeFirst(),
  )
  if (!key) throw badJwt('the service key was revoked')
}

/** `lifetime` is in seconds. */
export const serviceToken = (context: AuthContext, lifetime: number): Promise<string> =>
  signServiceToken(context, context.keys.signer(), { expiresAt: context.now() + lifetime * 1000 })
