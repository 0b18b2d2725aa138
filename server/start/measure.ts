import type { Context, MiddlewareHandler } from 'hono'
import type { Product } from '../crud/product'
import { apiBase } from '../http/apiBase'
import type { Environment } from '../http/environment'
import { problemKinds } from '../http/problem'
import { counter, histogram } from '../metrics'
import { inSpan, readTraceparent } from '../traces'

const requests = counter('slotwise_requests_total', 'Requests by route, method and class of status.')
const refusals = counter('slotwise_refusals_total', 'Calls of the API that were refused, by the code of the problem.')
const durations = histogram(
  'slotwise_request_seconds',
  'How long requests took, by part of the product.',
  [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
)

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const machineParts = ['/auth/v1', '/assets', '/healthz', '/readyz', '/metrics']

const partsWith = (pages: string | undefined): readonly string[] => (pages ? [...machineParts, pages] : machineParts)

const methodOf = ({ method }: Context['req']): string => (methods.has(method) ? method : 'other')

/** Only templates and fixed names: an invented address has none. */
const placeOf = (c: Context<Environment>, parts: readonly string[]): { route: string; part: string } => {
  const { route } = c.var
  if (route) return { route: `${apiBase}${route.path}`, part: route.path.split('/')[1] ?? 'api' }
  const { path } = c.req
  if (path.startsWith(`${apiBase}/`)) return { route: `${apiBase}/*`, part: 'api' }
  const part = parts.find(each => path === each || path.startsWith(`${each}/`))
  return part ? { route: `${part}/*`, part: part.slice(1) } : { route: '/*', part: 'pages' }
}

/** Outermost, so that overload refusals count as well. */
export const measureRequests = ({
  pages,
  problemCodes,
}: Pick<Product, 'pages' | 'problemCodes'>): MiddlewareHandler<Environment> => {
  const parts = partsWith(pages?.below)
  for (const code of [...Object.keys(problemKinds), ...problemCodes.map(own => own.code)]) refusals.begin({ code })
  return async (c, next) => {
    const begin = performance.now()
    await next()
    const { route, part } = placeOf(c, parts)
    const method = methodOf(c.req)
    requests.add({ route, method, status: `${Math.floor(c.res.status / 100)}xx` })
    durations.observe({ part }, (performance.now() - begin) / 1000)
    if (c.var.problem) refusals.add({ code: c.var.problem })
  }
}

/** Outermost, too: a span for each request. Reveals only address templates. */
export const traceRequests = (pages: string | undefined): MiddlewareHandler<Environment> => {
  const parts = partsWith(pages)
  return (c, next) =>
    inSpan(readTraceparent(c.req.header('traceparent')), { kind: 'server', name: 'request' }, async span => {
      await next()
      const { route } = placeOf(c, parts)
      const method = methodOf(c.req)
      span.name = `${method} ${route}`
      span.attributes = {
        ...{ 'http.request.method': method, 'http.route': route, 'http.response.status_code': c.res.status },
        ...(c.var.problem && { 'error.type': c.var.problem }),
      }
      span.hasFailed = c.res.status >= 500
    })
}
