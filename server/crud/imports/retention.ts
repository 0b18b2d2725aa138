import { sql } from 'kysely'
import { busyStatuses } from '../../../src/contract'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY } from '../../../src/time/instant'
import type { Services } from '../../http/services'
import type { PeriodicJob } from '../../jobs/periodicJob'

/** Days. Files that nobody imports are kept for one. */
const keptDays = 30

export const importRetention: PeriodicJob<Pick<Services, 'database' | 'now'>> = {
  every: DAY,
  run: async ({ database, now }) => {
    const [dayAgo, before] = [1, keptDays].map(days => formatInstant(now() - days * DAY))
    const { rows } = await database.run({ as: 'platform' }, db =>
      sql<{ tenantId: string }>`select distinct tenant_id from imports where created_at < ${dayAgo}`.execute(db),
    )
    let count = 0
    for (const { tenantId } of rows)
      count += await database.run({ as: 'tenant', tenantId }, async db => {
        const isIdle = sql`tenant_id = ${tenantId} and status <> all(${busyStatuses}::text[])`
        await sql`
          delete from import_pieces where tenant_id = ${tenantId} and import_id in (
            select id from imports where ${isIdle} and undo_until <= ${formatInstant(now())})`.execute(db)
        const deleted = await sql`
          delete from imports where ${isIdle}
          and created_at < case when started_at is null then ${dayAgo} else ${before} end::timestamptz
          returning id`.execute(db)
        return deleted.rows.length
      })
    return count
  },
  done: 'imports forgotten',
  failed: 'imports were not forgotten',
}
