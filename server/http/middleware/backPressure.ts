import type { MiddlewareHandler } from 'hono'
import { Problem, problemResponse } from '../problem'

/**
 * Refuses what would only wait: beyond `max` requests at once, a process answers 503 at once instead of keeping more and more of
 * them in memory. The database's connections are far fewer; the rest of `max` is the queue for them.
 */
export const backPressure = (max: number): MiddlewareHandler => {
  let running = 0
  return async (_, next) => {
    if (running >= max) {
      const headers = { 'Retry-After': '1' }
      return problemResponse(
        new Problem('unavailable', 'Too many requests at once. Try again in a moment.', { headers }),
      )
    }
    running++
    try {
      await next()
    } finally {
      running--
    }
  }
}
