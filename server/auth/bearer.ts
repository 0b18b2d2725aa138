import type { Context } from 'hono'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AccountRow, findById, isShutOut } from './accounts'
import type { AuthContext } from './authContext'
import { AuthError, badJwt, noAuthorization, userBanned } from './authError'
import { sessionExists } from './sessions'

const serviceRole = 'service_role'

/** Our own access tokens, and nothing else: the algorithm is fixed, whatever the token says. */
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
}

/** The account and session behind a bearer token. @throws AuthError as GoTrue words it */
export const authenticate = async (context: AuthContext, c: Context): Promise<SignedIn> => {
  const { sub, session_id: sessionId } = await verifyToken(context, c, 'authenticated')
  if (typeof sub !== 'string' || typeof sessionId !== 'string') throw badJwt('missing claims')
  return context.run(async trx => {
    const account = await findById(trx, sub)
    if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    if (!(await sessionExists(trx, sessionId))) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    }
    if (isShutOut(account, context.now())) throw userBanned(403)
    return { account, sessionId }
  })
}

/** @throws AuthError for whoever is not a service of this installation */
export const requireService = async (context: AuthContext, c: Context): Promise<void> => {
  const { role } = await verifyToken(context, c, ['authenticated', serviceRole])
  if (role !== serviceRole) throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** A token for the admin endpoints. `lifetime`: seconds. It has no subject, so it signs nobody in. */
export const serviceToken = ({ issuer, keys, now }: AuthContext, lifetime: number): Promise<string> =>
  new SignJWT({ role: serviceRole })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(serviceRole)
    .setIssuedAt(Math.floor(now() / 1000))
    .setExpirationTime(Math.floor(now() / 1000) + lifetime)
    .sign(keys.privateKey)
