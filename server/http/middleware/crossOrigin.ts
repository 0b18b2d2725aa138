import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { isApiKey } from '../identity/apiKey'
import { bearerToken } from '../identity/tokenVerifier'
import type { Route } from '../route'

const always = [
  'Date',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
]

/** Own pages call with tokens, never cookies. No page can read answers to API keys. */
export const crossOrigin = (isOwnOrigin: (origin: string) => boolean, routes: readonly Route[]) => {
  const answered = routes.flatMap(({ answer }) => answer.headers ?? [])
  const forBrowsers = cors({
    origin: (origin, { req }) => {
      const carriesKey = isApiKey(bearerToken(req.raw.headers) ?? '')
      return !carriesKey && URL.canParse(origin) && isOwnOrigin(origin) ? origin : null
    },
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: Array.from(new Set([...answered, ...always])),
    maxAge: 600,
  })
  const crossOrigin: MiddlewareHandler = async (c, next) => {
    if (c.req.header('Origin') || c.req.method === 'OPTIONS') return forBrowsers(c, next)
    // `cors` would rebuild the response, a tenth of a short call's time.
    await next()
    c.res.headers.append('Vary', 'Origin')
  }
  return crossOrigin
}
