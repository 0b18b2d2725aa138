import { HOUR } from '../../src/time/instant'
import type { Database } from '../db/database'
import type { Log } from '../log'
import { repeat } from '../repeat'
import { type Bucket, tidyFiles } from './storedFiles'

/** Runs at once and every hour. @returns a function that stops this and waits for the current run */
export const startTidyingFiles = (database: Database, bucket: Bucket | null, log: Log): (() => Promise<void>) =>
  repeat(
    () =>
      tidyFiles(database, bucket, Date.now()).then(
        ({ pruned, removed }) => {
          if (pruned + removed > 0) log('info', 'files deleted that nothing refers to', { pruned, removed })
        },
        (error: unknown) => log('error', 'files that nothing refers to were not deleted', { error: String(error) }),
      ),
    HOUR,
  )
