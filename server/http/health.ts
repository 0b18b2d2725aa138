import type { Handler } from 'hono'
import type { Database } from '../db/database'

/** How long readiness waits for the database, in milliseconds. */
const patience = 2000

/** Liveness: the process answers. */
export const healthz: Handler = c => c.json({ status: 'ok' })

/** Readiness: the process can serve, since the database answers. */
export const readyz =
  (database: Database): Handler =>
  async c => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not answer.')), patience)
    })
    try {
      await Promise.race([database.ping(), tooLate])
      return c.json({ status: 'ready' })
    } catch {
      return c.json({ status: 'unavailable' }, 503, { 'Retry-After': '2' })
    } finally {
      clearTimeout(timer)
    }
  }
