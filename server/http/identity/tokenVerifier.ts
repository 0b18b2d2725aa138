import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { Problem } from '../problem'

/** What a bearer token proves. */
export interface Identity {
  /** The id of the account at the auth service. */
  authId: string
  /** The token itself, to ask the auth service about its account. */
  token: string
  /** When its owner signed in, ISO 8601 in UTC; null when the token does not say. */
  signedInAt: string | null
}

/** @throws Problem `unauthorized` for a token that is not valid, `auth_unavailable` when the keys cannot be had */
export type VerifyToken = (token: string) => Promise<Identity>

interface TokenVerifierOptions {
  /** jose's `createRemoteJWKSet` or `createLocalJWKSet`. */
  keys: JWTVerifyGetKey
  issuer: string
  audience?: string
}

const claims = z.object({
  sub: z.guid(),
  amr: z
    .array(z.object({ timestamp: z.int().positive().max(8_640_000_000_000).optional() }))
    .optional()
    .catch(undefined),
})

const isOutage = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(error.code)

/** Tells keys that cannot be had from a token that fits none of them. */
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

/** Nobody, or nobody that the auth service knows. */
export const unauthorized = (detail: string, cause?: unknown): Problem =>
  new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' }, cause })

/** What this process's clock and the auth service's may differ by, in seconds. */
const clockTolerance = 30

/** How many tokens are remembered, and for how long: a key that is withdrawn counts for no longer than that. */
const mostTokens = 2_000
const rememberFor = 60_000

/**
 * Checks signature, issuer, audience and expiry of the auth service's access tokens. One that was checked within the last minute is
 * known until it expires.
 */
export const tokenVerifier = ({ keys, issuer, audience = 'authenticated' }: TokenVerifierOptions): VerifyToken => {
  const findKey = reportOutage(keys)
  const options = { issuer, audience, algorithms: ['ES256'], requiredClaims: ['exp'], clockTolerance }
  const known = new Map<string, { identity: Identity; until: number }>()
  const remember = (identity: Identity, expiresAt: number): Identity => {
    const [oldest] = known.size >= mostTokens ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(identity.token, { identity, until: Math.min(expiresAt, Date.now() + rememberFor) })
    return identity
  }
  return async token => {
    const remembered = known.get(token)
    if (remembered && Date.now() < remembered.until) return remembered.identity
    known.delete(token)
    try {
      const { payload } = await jwtVerify(token, findKey, options)
      const { sub, amr } = claims.parse(payload)
      const signedInAt = amr?.[0]?.timestamp
      return remember(
        { authId: sub, token, signedInAt: signedInAt ? new Date(signedInAt * 1000).toISOString() : null },
        (payload.exp ?? 0) * 1000,
      )
    } catch (error) {
      if (error instanceof Problem) throw error
      const isExpired = error instanceof errors.JWTExpired
      throw unauthorized(isExpired ? 'The session has expired.' : 'The access token is not valid.', error)
    }
  }
}
