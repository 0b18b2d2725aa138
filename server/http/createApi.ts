import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { crossOrigin } from './middleware/crossOrigin'
import { errorAnswer } from './middleware/errorAnswer'
import { limitAccounts, limitNetworks, type RateLimits } from './middleware/rateLimit'
import { requestLog } from './middleware/requestLog'
import { type Environment, mountRoutes } from './mount'
import { Problem, problemResponse } from './problem'
import type { Route } from './route'
import { routeTable } from './routeTable'
import type { Services } from './services'

/** The largest body, in bytes. */
const maxBody = 1024 * 1024

interface Options {
  routes?: readonly Route[]
  limits?: RateLimits
  /** Whether pages of an origin may call from their browsers. */
  isOwnOrigin?: (origin: string) => boolean
}

/** The product API, to be mounted below its base, such as `/api`. */
export const createApi = (
  services: Services,
  { routes = routeTable(services.resources), limits, isOwnOrigin = () => false }: Options = {},
) => {
  const app = new Hono<Environment>()
  app.onError(errorAnswer(services.log, services.resources))
  app.use(requestId())
  app.use(requestLog(services.log))
  app.use(crossOrigin(isOwnOrigin, routes))
  if (limits) app.use(limitNetworks(limits))
  app.use(
    bodyLimit({
      maxSize: maxBody,
      onError: () => {
        throw new Problem('too_large', `The body is larger than ${maxBody} bytes.`)
      },
    }),
  )
  const verifyToken = limits ? limitAccounts(limits, services.verifyToken) : services.verifyToken
  mountRoutes(app, routes, { ...services, verifyToken })
  // Not `notFound`, which is the outermost application's to answer when this one is mounted in it.
  app.all('*', () => problemResponse(new Problem('not_found', 'There is no such address.')))
  return app
}
