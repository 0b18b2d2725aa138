import type { Context, MiddlewareHandler } from 'hono'
import { inSlot, type RequestSlots } from '../../intake/requestSlots'
import { apiBase, publicPaths } from '../apiBase'
import type { Environment } from '../environment'
import { busy, problemResponse } from '../problem'

export const limitConcurrency =
  (places: RequestSlots, networkOf: (c: Context) => string): MiddlewareHandler<Environment> =>
  async (c, next) => {
    if (c.req.path.startsWith(apiBase + publicPaths)) return next()
    const place = places.take(networkOf(c))
    if (!place) return problemResponse(busy())
    await inSlot(c.req, place, next)
  }
