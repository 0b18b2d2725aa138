import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** Some proxies append the port, which is another one for each connection. */
const withoutPort = (address: string): string =>
  /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address

/**
 * The address of the person behind a request. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the
 * right entry is counted from the right; what stands further left was written by the client and proves nothing.
 */
export const clientAddress =
  (trustedProxies: number) =>
  (c: Context): string => {
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
    const claimed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
    return claimed ? withoutPort(claimed) : (getConnInfo(c).remote.address ?? 'unknown')
  }
