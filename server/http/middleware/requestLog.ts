import type { MiddlewareHandler } from 'hono'
import { isUuid } from '../../../src/contract'
import type { Log } from '../../log'
import { apiBase } from '../apiBase'
import type { Environment } from '../environment'
import type { Route } from '../route'

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** Parameters other than ids declare their shape. Where anyone may call, an id grants access by itself. */
const isId = (segment: string, { params, access }: Route): boolean =>
  isParameter(segment) && access.who !== 'anyone' && !(segment.slice(1, segment.indexOf('}')) in (params ?? {}))

const templateOf = (path: string, route: Route): string => {
  const sent = path.split('/')
  const template = route.path.split('/').slice(1)
  const base = sent.slice(0, sent.length - template.length)
  const segments = template.map((segment, at) => {
    const value = sent[base.length + at] ?? ''
    return isId(segment, route) && isUuid(value) ? value : segment
  })
  return [...base, ...segments].join('/')
}

/** Logs no query, header or body, and so no secret. */
export const requestLog = (log: Log, routes: readonly Route[]): MiddlewareHandler<Environment> => {
  const words = new Set([apiBase, ...routes.map(({ path }) => path)].flatMap(path => path.split('/')))
  const wordsOf = (path: string) =>
    path
      .split('/')
      .map(segment => (words.has(segment) ? segment : '…'))
      .join('/')
  return async (c, next) => {
    const begin = performance.now()
    await next()
    const { requestId, caller, route, isOfCrowd, failure } = c.var
    // A hand-made response lacks headers set before it.
    const { headers, status } = c.res
    headers.set('X-Request-Id', requestId)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (isOfCrowd) return
    log(status >= 500 ? 'error' : 'info', 'request', {
      requestId,
      method: c.req.method,
      path: route ? templateOf(c.req.path, route) : wordsOf(c.req.path),
      status,
      ms: Math.round((performance.now() - begin) * 10) / 10,
      ...(caller?.userId && { userId: caller.userId }),
      ...(caller?.key && { apiKeyId: caller.key.id }),
      ...(caller?.tenant && { tenantId: caller.tenant.id }),
      ...failure,
    })
  }
}
