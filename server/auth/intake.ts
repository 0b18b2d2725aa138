import type { Context, MiddlewareHandler } from 'hono'
import { BodyRefusal } from '../intake/bodyRefusal'
import { inSlot, type RequestSlots, slotOf } from '../intake/requestSlots'
import type { Log } from '../log'
import { AuthError } from './authError'
import { errorAnswer } from './errorAnswer'

export interface Intake {
  places: RequestSlots
  /** @returns seconds for the network to wait, or null */
  takeCall: (network: string) => number | null
}

/** GoTrue has no such code; clients retry because of the status. */
export const busy = () => new AuthError(503, 'over_capacity', 'Too many requests at once')

const silent: Log = () => {}

export const limitCalls =
  ({ places, takeCall }: Intake, networkOf: (c: Context) => string): MiddlewareHandler =>
  async (c, next) => {
    const network = networkOf(c)
    const wait = takeCall(network)
    if (wait !== null) {
      c.header('retry-after', String(wait))
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    }
    const place = places.take(network)
    if (!place) {
      c.header('retry-after', '1')
      // A flood must not fill the log.
      return errorAnswer(silent)(busy(), c)
    }
    await inSlot(c.req, place, next)
  }

/** Frees the request's place during `work`. @throws AuthError `over_capacity` if none is free afterwards */
export const giveWay = async (c: Context, work: () => Promise<void>): Promise<void> => {
  const place = slotOf(c.req)
  if (!place) return work()
  await place.lend(work).catch(error => {
    throw error instanceof BodyRefusal ? busy() : error
  })
}
