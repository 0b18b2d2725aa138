import type { Context, Handler } from 'hono'
import type { Database } from '../db/database'
import type { RequestSlots } from '../intake/requestSlots'
import { within } from '../within'

/** Milliseconds. */
const patience = 2000

export const healthz: Handler = c => c.json({ status: 'ok' })

interface Readiness {
  database: Pick<Database, 'ping'> | null
  places: Pick<RequestSlots, 'isStuck'>
  isStopping: () => boolean
  details?: (c: Context) => Record<string, unknown> | null
}

export const readyz =
  ({ database, places, isStopping, details }: Readiness): Handler =>
  async c => {
    const unavailable = (status = 'unavailable') => c.json({ status, ...details?.(c) }, 503, { 'Retry-After': '2' })
    if (isStopping()) return unavailable('stopping')
    if (places.isStuck()) return unavailable()
    try {
      await within(patience, async () => database?.ping(), {
        tooLate: () => new Error('The database does not answer.'),
      })
      return c.json({ status: 'ready', ...details?.(c) })
    } catch {
      return unavailable()
    }
  }
