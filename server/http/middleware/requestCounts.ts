import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { formatInstant } from '../../../src/time/formatInstant'
import { MINUTE } from '../../../src/time/instant'
import type { Database } from '../../db/database'

const windowMs = MINUTE
const shareEvery = 1000

interface Count {
  shared: number
  own: number
}

const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url')

/**
 * Shares the counts in the database once a second, so several processes exceed a limit by at most one second's calls.
 */
export const createRequestCounts = (database: Database, now: () => number = Date.now) => {
  const counts = new Map<string, Count>()
  let windowStart = 0
  let isDue = false
  let sharing: Promise<void> = Promise.resolve()

  const addUp = async (): Promise<void> => {
    const start = windowStart
    const pending = Array.from(counts, ([key, { own }]) => ({ key, own })).filter(({ own }) => own > 0)
    // A fixed order prevents deadlocks between processes.
    pending.sort((a, b) => (a.key < b.key ? -1 : 1))
    const keys = pending.map(({ key }) => key)
    const { rows } = await database.run({ as: 'platform' }, async db => {
      await db
        .deleteFrom('requestCounts')
        .where('windowStart', '<', formatInstant(start - windowMs))
        .execute()
      return sql<{ subject: string; count: number }>`
        insert into request_counts (subject, window_start, count)
        select subject, ${formatInstant(start)}::timestamptz, own
        from unnest(${keys}::text[], ${pending.map(({ own }) => own)}::int[]) as pending (subject, own)
        on conflict (subject, window_start) do update set count = request_counts.count + excluded.count
        returning subject, count`.execute(db)
    })
    if (start !== windowStart) return
    const shared = new Map(rows.map(({ subject, count }) => [subject, count]))
    for (const { key, own } of pending) {
      const count = counts.get(key)
      if (count) counts.set(key, { shared: shared.get(key) ?? 0, own: count.own - own })
    }
  }

  /** Two flushes at once would send a count twice. */
  const share = (): Promise<void> => {
    sharing = sharing.catch(() => {}).then(addUp)
    return sharing
  }

  const shareSoon = () => {
    if (isDue) return
    isDue = true
    setTimeout(async () => {
      // Without the database, each process uses its own counts.
      await share().catch(() => {})
      isDue = false
    }, shareEvery).unref()
  }

  return {
    /** @returns seconds to wait, or null */
    take: (subject: string, max: number): number | null => {
      const at = now()
      const start = at - (at % windowMs)
      if (start !== windowStart) {
        windowStart = start
        counts.clear()
      }
      const key = keyOf(subject)
      const { shared, own } = counts.get(key) ?? { shared: 0, own: 0 }
      if (shared + own >= max) return Math.ceil((start + windowMs - at) / 1000)
      counts.set(key, { shared, own: own + 1 })
      shareSoon()
      return null
    },
    left: (subject: string, max: number): { remaining: number; seconds: number } => {
      const at = now()
      const start = at - (at % windowMs)
      const { shared, own } = (start === windowStart && counts.get(keyOf(subject))) || { shared: 0, own: 0 }
      return { remaining: Math.max(0, max - shared - own), seconds: Math.ceil((start + windowMs - at) / 1000) }
    },
    share,
  }
}

export type RequestCounts = ReturnType<typeof createRequestCounts>
