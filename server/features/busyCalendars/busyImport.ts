import { sql } from 'kysely'
import type { Database } from '../../db/database'
import type { Alarm, JobQueue } from '../../jobs/jobs'
import type { Log } from '../../log'
import type { AttemptOptions } from '../../webhooks/attempt'
import { addressPurpose } from './busyAddress'
import { fetchCalendar } from './fetchCalendar'
import { busyImportQueue, nextReadIn, noteRead, type Taken, takeDue } from './importCalendar'

interface ImportOptions extends Pick<AttemptOptions, 'settings' | 'sealer'> {
  database: Database
  log: Log
}

/** Outside of any transaction. */
export const importCalendar = async (
  { database, settings, sealer }: ImportOptions,
  tenantId: string,
  taken: Taken,
  signal?: AbortSignal,
): Promise<void> => {
  const url = sealer.open(taken.address, addressPurpose(tenantId, taken.id))
  const { etag, lastModified, timeZone } = taken
  const asked = { tenantId, url, etag, lastModified, timeZone, now: Date.now(), ...(signal && { signal }) }
  const fetched = await fetchCalendar(settings, asked)
  const as = { as: 'tenant' as const, tenantId }
  if (signal?.aborted && fetched.kind === 'failed')
    await database.run(as, async db => {
      await sql`update busy_calendar_states set leased_until = null
        where tenant_id = ${tenantId} and busy_calendar_id = ${taken.id}`.execute(db)
    })
  else await database.run(as, db => noteRead(db, tenantId, taken, fetched), { retry: true })
}

export const createBusyImport = ({ alarm, ...options }: ImportOptions & { alarm: Alarm }): JobQueue => {
  const { database, log } = options
  return {
    name: busyImportQueue,
    tenantsDue: async () => {
      const rows = await database.run({ as: 'platform' }, async db => {
        const found = await sql<{ tenantId: string }>`
          select distinct states.tenant_id from busy_calendar_states as states
          join tenants on tenants.id = states.tenant_id and tenants.is_active
          where states.next_read_at <= now() and (states.leased_until is null or states.leased_until <= now())`.execute(
          db,
        )
        return found.rows
      })
      return rows.map(({ tenantId }) => tenantId)
    },
    work: async (tenantId, { signal, hurry }) => {
      const as = { as: 'tenant' as const, tenantId }
      while (!signal.aborted) {
        const taken = await database.run(as, db => takeDue(db, tenantId), { retry: true })
        if (taken.length === 0) break
        await Promise.all(
          taken.map(one =>
            importCalendar(options, tenantId, one, hurry).catch(error =>
              // The lease expires, and the queue tries again.
              log('error', 'a busy calendar could not be read', { busyCalendarId: one.id, error: String(error) }),
            ),
          ),
        )
      }
      const next = signal.aborted ? null : await database.run(as, db => nextReadIn(db, tenantId))
      if (next !== null) alarm.wakeIn(busyImportQueue, tenantId, next)
    },
  }
}
