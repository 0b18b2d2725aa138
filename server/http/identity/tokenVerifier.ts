import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { MINUTE } from '../../../src/time/instant'
import type { Log } from '../../log'
import { Problem } from '../problem'

export interface Identity {
  authId: string
  token: string
  signedInAt: string | null
  /** Lower case. A hint, not a proof. */
  email: string | null
  isAal2: boolean
  sessionId: string | null
}

export const bearerToken = (headers: Headers): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null

/** @throws Problem `unauthorized` for an invalid token, `auth_unavailable` without the keys */
export type VerifyToken = (token: string) => Promise<Identity>

interface TokenVerifierOptions {
  keys: JWTVerifyGetKey
  issuer: string
  audience?: string
  isSessionLive?: (id: string) => Promise<boolean>
  log?: Log
  now?: () => number
}

const claims = z.object({
  sub: z.guid(),
  session_id: z.guid().optional().catch(undefined),
  email: z.string().toLowerCase().nullish().catch(null),
  aal: z.string().optional().catch(undefined),
  amr: z
    .array(z.object({ timestamp: z.int().positive().max(8_640_000_000_000).optional() }))
    .optional()
    .catch(undefined),
})

const isOutage = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(error.code)

const reportOutage =
  (keys: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (isOutage(error)) throw authUnavailable(error)
      throw error
    }
  }

export const authUnavailable = (cause: unknown): Problem =>
  new Problem('auth_unavailable', 'The sign-in service does not answer.', { headers: { 'Retry-After': '5' }, cause })

export const unauthorized = (detail: string, cause?: unknown): Problem =>
  new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' }, cause })

/** Seconds. */
const clockTolerance = 30

const mostTokens = 2_000
/** Milliseconds that a revoked key or session may still be trusted. */
const rememberFor = MINUTE

export const tokenVerifier = ({
  keys,
  issuer,
  audience = 'authenticated',
  isSessionLive,
  log,
  now = Date.now,
}: TokenVerifierOptions): VerifyToken => {
  const findKey = reportOutage(keys)
  let isTold = false
  /** The signature is valid, so another process issued the token, or this one under another `PUBLIC_URL`. */
  const tellOfIssuer = ({ claim, payload }: errors.JWTClaimValidationFailed): void => {
    if (claim !== 'iss' || isTold) return
    isTold = true
    log?.('warn', 'a token of another process is refused: set the same PUBLIC_URL for all of them', {
      issuer,
      otherIssuer: payload.iss,
    })
  }
  const known = new LRUCache<string, Identity>({ max: mostTokens, ttl: rememberFor, ttlResolution: 0, perf: { now } })
  const check = async (token: string) => {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: ['ES256'],
        requiredClaims: ['exp'],
        clockTolerance,
        currentDate: new Date(now()),
      })
      return { ...claims.parse(payload), expiresAt: (payload.exp ?? 0) * 1000 }
    } catch (error) {
      if (error instanceof Problem) throw error
      if (error instanceof errors.JWTClaimValidationFailed) tellOfIssuer(error)
      const isExpired = error instanceof errors.JWTExpired
      throw unauthorized(isExpired ? 'The session has expired.' : 'The access token is not valid.', error)
    }
  }
  return async token => {
    const remembered = known.get(token)
    if (remembered) return remembered
    const { sub, session_id: sessionId = null, aal, amr, email, expiresAt } = await check(token)
    if (isSessionLive && !(sessionId && (await isSessionLive(sessionId)))) throw unauthorized('The session has ended.')
    const signedInAt = amr?.[0]?.timestamp
    const identity: Identity = {
      authId: sub,
      token,
      signedInAt: signedInAt ? new Date(signedInAt * 1000).toISOString() : null,
      isAal2: aal === 'aal2',
      email: email ?? null,
      sessionId,
    }
    const left = expiresAt - now()
    if (left > 0) known.set(token, identity, { ttl: Math.min(left, rememberFor) })
    return identity
  }
}
