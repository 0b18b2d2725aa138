import type { Handler } from 'hono'
import type { Database } from '../db/database'
import type { RequestSlots } from '../intake/requestSlots'
import { within } from '../within'

/** In milliseconds. */
const patience = 2000

export const healthz: Handler = c => c.json({ status: 'ok' })

/** The process gives its places back and the database answers. */
export const readyz =
  (database: Pick<Database, 'ping'>, places: Pick<RequestSlots, 'isStuck'>): Handler =>
  async c => {
    const unavailable = () => c.json({ status: 'unavailable' }, 503, { 'Retry-After': '2' })
    if (places.isStuck()) return unavailable()
    try {
      await within(patience, () => database.ping(), { tooLate: () => new Error('The database does not answer.') })
      return c.json({ status: 'ready' })
    } catch {
      return unavailable()
    }
  }
