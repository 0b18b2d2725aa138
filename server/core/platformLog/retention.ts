import { sql } from 'kysely'
import { DAY } from '../../../src/time/instant'
import type { JobServices } from '../../crud/product'
import type { Database } from '../../db/database'
import type { PeriodicJob } from '../../jobs/periodicJob'

/** The database keeps at least 30 days. */
export const prunePlatformLog = (database: Database, days: number): Promise<number> =>
  database.run({ as: 'platform' }, async db => {
    const { rows } = await sql<{ count: number }>`select prune_platform_log(${days}) as count`.execute(db)
    return rows[0]?.count ?? 0
  })

export const platformLogRetention: PeriodicJob<JobServices> = {
  every: DAY,
  run: ({ database, config }) => prunePlatformLog(database, config.PLATFORM_LOG_DAYS),
  done: 'old entries of the platform log deleted',
  failed: 'old entries of the platform log were not deleted',
}
