import type { Context, MiddlewareHandler } from 'hono'
import type { VerifyToken } from '../identity/tokenVerifier'
import type { Environment } from '../mount'
import { Problem } from '../problem'
import type { RequestCounts } from './requestCounts'

/** Calls per minute, over all processes; 0 for no limit. */
export interface RateLimits {
  counts: RequestCounts
  perAccount: number
  perNetwork: number
  /** The network of the person behind a request. */
  networkOf: (c: Context) => string
}

const take = (counts: RequestCounts, subject: string, max: number): void => {
  const wait = max > 0 ? counts.take(subject, max) : null
  if (wait === null) return
  throw new Problem('rate_limited', `Too many requests. Try again in ${wait} s.`, {
    headers: { 'Retry-After': String(wait) },
  })
}

/** Limits what comes from one network, whoever it is. */
export const limitNetworks =
  ({ counts, perNetwork, networkOf }: RateLimits): MiddlewareHandler<Environment> =>
  async (c, next) => {
    take(counts, `network:${networkOf(c)}`, perNetwork)
    await next()
  }

/** Limits what one account calls, wherever it is. Only a token that proved to be right counts: no one can use up another's. */
export const limitAccounts =
  ({ counts, perAccount }: RateLimits, verifyToken: VerifyToken): VerifyToken =>
  async token => {
    const identity = await verifyToken(token)
    take(counts, `account:${identity.authId}`, perAccount)
    return identity
  }
