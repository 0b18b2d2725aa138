import { sql } from 'kysely'
import { HOUR } from '../../src/time/instant'
import type { Database } from '../db/database'
import type { PeriodicJob } from '../jobs/periodicJob'

/** Deletes results too old for retries (docs/domain.md#retries). @returns how many */
export const forgetRepeats = (database: Database): Promise<number> =>
  database.run({ as: 'platform' }, async db => {
    const { rows } = await sql<{ count: number }>`select prune_idempotency_keys() as count`.execute(db)
    return Number(rows[0]?.count ?? 0)
  })

export const repeatsJob: PeriodicJob<{ database: Database }> = {
  every: HOUR,
  run: ({ database }) => forgetRepeats(database),
  done: 'results kept for retries deleted',
  failed: 'results kept for retries were not deleted',
}
