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
  /** The client's network. */
  networkOf: (c: Context) => string
}

/** Counts a call of a network. @returns null, or the seconds to wait when the limit is reached */
export const takeCallOf = (counts: RequestCounts, network: string, max: number): number | null =>
  max > 0 ? counts.take(`network:${network}`, max) : null

const refuse = (wait: number | null): void => {
  if (wait === null) return
  throw new Problem('rate_limited', `Too many requests. Try again in ${wait} s.`, {
    headers: { 'Retry-After': String(wait) },
  })
}

/** Limits the calls from one network, by any caller. */
export const limitNetworks =
  ({ counts, perNetwork, networkOf }: RateLimits): MiddlewareHandler<Environment> =>
  async (c, next) => {
    refuse(takeCallOf(counts, networkOf(c), perNetwork))
    await next()
  }

/**
 * Limits the calls of one account from all networks. Only valid tokens count, so nobody can use up another's allowance.
 */
export const limitAccounts =
  ({ counts, perAccount }: RateLimits, verifyToken: VerifyToken): VerifyToken =>
  async token => {
    const identity = await verifyToken(token)
    refuse(perAccount > 0 ? counts.take(`account:${identity.authId}`, perAccount) : null)
    return identity
  }
