import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address of the person behind a request. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the
 * right entry is counted from the right; what stands further left was written by the client and proves nothing.
 */
export const clientAddress =
  (trustedProxies: number) =>
  (c: Context): string => {
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
    const claimed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
    return claimed || (getConnInfo(c).remote.address ?? 'unknown')
  }
