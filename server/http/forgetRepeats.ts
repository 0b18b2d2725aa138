import { sql } from 'kysely'
import { HOUR } from '../../src/time/instant'
import type { Database } from '../db/database'
import type { Log } from '../log'
import { repeat } from '../repeat'

/** Deletes results of keyed calls too old for retries (docs/domain.md#retries). @returns how many */
export const forgetRepeats = (database: Database): Promise<number> =>
  database.run({ as: 'platform' }, async db => {
    const { rows } = await sql<{ count: number }>`select prune_idempotency_keys() as count`.execute(db)
    return Number(rows[0]?.count ?? 0)
  })

/** Runs at once and every hour. @returns a function that stops this and waits for the current run */
export const startForgettingRepeats = (database: Database, log: Log): (() => Promise<void>) =>
  repeat(
    () =>
      forgetRepeats(database).then(
        count => {
          if (count > 0) log('info', 'results kept for retries deleted', { count })
        },
        (error: unknown) => log('error', 'results kept for retries were not deleted', { error: String(error) }),
      ),
    HOUR,
  )
