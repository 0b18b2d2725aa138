import type { MiddlewareHandler } from 'hono'
import type { Log } from '../../log'
import { withoutKeys } from '../identity/apiKeyFormat'
import type { Environment } from '../mount'

/** The address of a stored file or a calendar is all that it takes to read it. */
const withoutSecret = (path: string): string =>
  withoutKeys(path.replace(/(\/files\/[^/]+\/[\w-]{8})[\w-]+$/, '$1…').replace(/\/[^/]+\.ics$/, '/….ics'))

/** One line per request: who, what, how it ended. No query, no header and no body, so no secret. */
export const requestLog =
  (log: Log): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const begin = performance.now()
    await next()
    const { requestId, caller } = c.var
    // A hand-made response does not carry the headers that were set before it.
    const { headers, status } = c.res
    headers.set('X-Request-Id', requestId)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    log(status >= 500 ? 'error' : 'info', 'request', {
      requestId,
      method: c.req.method,
      path: withoutSecret(c.req.path),
      status,
      ms: Math.round((performance.now() - begin) * 10) / 10,
      ...(caller?.userId && { userId: caller.userId }),
      ...(caller?.key && { apiKeyId: caller.key.id }),
      ...(caller?.tenant && { tenantId: caller.tenant.id }),
    })
  }
