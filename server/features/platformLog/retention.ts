import { sql } from 'kysely'
import { DAY } from '../../../src/time/instant'
import type { Database } from '../../db/database'
import type { Log } from '../../log'
import { repeat } from '../../repeat'

/** The database keeps at least 30 days. @returns the number of deleted entries */
export const prunePlatformLog = (database: Database, days: number): Promise<number> =>
  database.run({ as: 'platform' }, async db => {
    const { rows } = await sql<{ count: number }>`select prune_platform_log(${days}) as count`.execute(db)
    return rows[0]?.count ?? 0
  })

/**
 * Runs now and every day.
 * @returns stops this and waits for the current run
 */
export const startPruning = (database: Database, days: number, log: Log): (() => Promise<void>) => {
  const run = () =>
    prunePlatformLog(database, days).then(
      count => {
        if (count > 0) log('info', 'old entries of the platform log deleted', { count })
      },
      (error: unknown) => log('error', 'old entries of the platform log were not deleted', { error: String(error) }),
    )
  return repeat(run, DAY)
}
