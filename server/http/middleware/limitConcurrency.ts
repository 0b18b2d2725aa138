import type { Context, MiddlewareHandler } from 'hono'
import { inPlace, type Places } from '../../intake/places'
import type { Environment } from '../mount'
import { busy, problemResponse } from '../problem'
import { isForStrangers } from '../strangers'

/** 503 when all places are taken. Strangers have their own queue. */
export const limitConcurrency =
  (places: Places, networkOf: (c: Context) => string): MiddlewareHandler<Environment> =>
  async (c, next) => {
    if (isForStrangers(c.req.path)) return next()
    const place = places.take(networkOf(c))
    if (!place) return problemResponse(busy())
    await inPlace(c.req, place, next)
  }
