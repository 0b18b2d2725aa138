import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { RequestSlots } from '../intake/requestSlots'
import { networkOf } from '../networkOf'
import { tracedRequestId } from '../traces'
import type { Environment } from './environment'
import { crossOrigin } from './middleware/crossOrigin'
import { errorAnswer } from './middleware/errorAnswer'
import { limitConcurrency } from './middleware/limitConcurrency'
import {
  limitAccounts,
  limitKeys,
  limitNetworks,
  limitReads,
  type RateLimits,
  tellLimits,
} from './middleware/rateLimit'
import { requestLog } from './middleware/requestLog'
import { mountRoutes } from './mount'
import { Problem, problemResponse } from './problem'
import type { Route } from './route'
import type { Services } from './services'

interface Options {
  routes: readonly Route[]
  limits?: RateLimits
  places?: RequestSlots
  isOwnOrigin?: (origin: string) => boolean
}

export const createApi = (services: Services, { routes, limits, places, isOwnOrigin = () => false }: Options) => {
  const app = new Hono<Environment>()
  app.onError(errorAnswer(services.resources))
  app.use(requestId({ generator: () => tracedRequestId() ?? crypto.randomUUID() }))
  app.use(crossOrigin(isOwnOrigin, routes))
  // Before the log, which a flood must not fill.
  if (places) app.use(limitConcurrency(places, c => networkOf(services.clientAddress(c))))
  app.use(requestLog(services.log, routes))
  if (limits) app.use(tellLimits(limits, services.verifyToken), limitNetworks(limits))
  const verifyToken = limits ? limitAccounts(limits, services.verifyToken) : services.verifyToken
  mountRoutes(app, routes, {
    ...services,
    verifyToken,
    ...(limits && { countKeyCall: limitKeys(limits), countRead: limitReads(limits) }),
  })
  // A parent application would replace `notFound`.
  app.all('*', () => problemResponse(new Problem('not_found', 'There is no such address.')))
  return app
}
