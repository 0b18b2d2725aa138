import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** Some proxies append a port, which differs between connections. */
const withoutPort = (address: string): string =>
  /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address

/**
 * Trusted proxies append to X-Forwarded-For, so entries count from the right. Those further left prove nothing.
 * @param onUnknownProxy called once, when a proxy appears although none is trusted
 */
export const clientAddress = (trustedProxies: number, onUnknownProxy = () => {}) => {
  let isNoticed = false
  return (c: Context): string => {
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
    if (trustedProxies === 0 && forwarded.length > 0 && !isNoticed) {
      isNoticed = true
      onUnknownProxy()
    }
    const claimed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
    return claimed ? withoutPort(claimed) : (getConnInfo(c).remote.address ?? 'unknown')
  }
}
