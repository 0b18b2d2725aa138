import type { Context, MiddlewareHandler } from 'hono'
import { networksAround } from '../../networkOf'
import type { Environment } from '../environment'
import type { VerifyToken } from '../identity/tokenVerifier'
import { bearerToken } from '../identity/tokenVerifier'
import { Problem } from '../problem'
import type { Services } from '../services'
import type { RequestCounts } from './requestCounts'

/** Calls per minute, across processes; 0 for no limit. */
export interface RateLimits {
  counts: RequestCounts
  perAccount: number
  perNetwork: number
  perKey: number
  networkOf: (c: Context) => string
}

/** @returns seconds to wait, or null */
export const takeCallOf = (counts: RequestCounts, network: string, max: number): number | null => {
  if (max === 0) return null
  for (const { name, times } of networksAround(network)) {
    const wait = counts.take(`network:${name}`, max * times)
    if (wait !== null) return wait
  }
  return null
}

interface Allowance {
  name: string
  max: number
  remaining: number
  seconds: number
}

/** draft-ietf-httpapi-ratelimit-headers */
const rateHeaders = (limits: readonly Allowance[]): Record<string, string> => ({
  'RateLimit-Policy': limits.map(({ name, max }) => `"${name}";q=${max};w=60`).join(', '),
  RateLimit: limits.map(({ name, remaining, seconds }) => `"${name}";r=${remaining};t=${seconds}`).join(', '),
})

const refuse = (name: string, max: number, wait: number | null): void => {
  if (wait === null) return
  throw new Problem('rate_limited', `Too many requests. Try again in ${wait} s.`, {
    headers: { 'Retry-After': String(wait), ...rateHeaders([{ name, max, remaining: 0, seconds: wait }]) },
  })
}

export const limitNetworks =
  ({ counts, perNetwork, networkOf }: RateLimits): MiddlewareHandler<Environment> =>
  async (c, next) => {
    refuse('network', perNetwork, takeCallOf(counts, networkOf(c), perNetwork))
    await next()
  }

/** @param verifyToken must not count calls */
export const tellLimits =
  (
    { counts, perAccount, perKey, perNetwork, networkOf }: RateLimits,
    verifyToken: VerifyToken,
  ): MiddlewareHandler<Environment> =>
  async (c, next) => {
    await next()
    // A shared cache would keep the first caller's limits.
    const isForAll = c.res.headers.get('Cache-Control')?.startsWith('public')
    if (isForAll || c.res.headers.has('RateLimit')) return
    const key = c.var.caller?.key
    const token = perAccount > 0 && c.var.caller && !key ? bearerToken(c.req.raw.headers) : null
    const identity = token && (await verifyToken(token).catch(() => null))
    const limits = [
      ...(perNetwork > 0 ? [{ name: 'network', max: perNetwork, subject: `network:${networkOf(c)}` }] : []),
      ...(identity ? [{ name: 'account', max: perAccount, subject: `account:${identity.authId}` }] : []),
      ...(key && perKey > 0 ? [{ name: 'key', max: perKey, subject: `key:${key.id}` }] : []),
    ].map(({ subject, ...limit }) => ({ ...limit, ...counts.left(subject, limit.max) }))
    if (limits.length === 0) return
    for (const [name, value] of Object.entries(rateHeaders(limits))) c.res.headers.set(name, value)
  }

/** Only valid tokens count, so nobody can use up another's allowance. */
export const limitAccounts =
  ({ counts, perAccount }: RateLimits, verifyToken: VerifyToken): VerifyToken =>
  async token => {
    const identity = await verifyToken(token)
    refuse('account', perAccount, perAccount > 0 ? counts.take(`account:${identity.authId}`, perAccount) : null)
    return identity
  }

export const limitKeys =
  ({ counts, perKey }: RateLimits): NonNullable<Services['countKeyCall']> =>
  id =>
    refuse('key', perKey, perKey > 0 ? counts.take(`key:${id}`, perKey) : null)

export const limitReads =
  ({ counts }: RateLimits): NonNullable<Services['countRead']> =>
  (subject, max) =>
    refuse('address', max, counts.take(subject, max))
