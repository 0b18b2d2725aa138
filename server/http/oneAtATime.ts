import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { refusal } from './problem'

/** Work in hand in this process. A call that waits for a connection holds no lock in the database yet. */
const inHand = new Set<string>()

const refused = () => refusal('rate_limited', 'refusal.oneAtATime', {}, { headers: { 'Retry-After': '1' } })

/**
 * Runs expensive work of a kind once at a time per tenant.
 * @param work its transaction calls `lock` first, which excludes the other processes
 * @throws Problem `rate_limited` while the same is under way
 */
export const oneAtATime = async <T>(
  kind: string,
  tenantId: string,
  work: (lock: (db: Transaction) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const name = `${kind} ${tenantId}`
  if (inHand.has(name)) throw refused()
  inHand.add(name)
  try {
    return await work(async db => {
      const { rows } = await sql<{ isLocked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_locked`.execute(db)
      if (!rows[0]?.isLocked) throw refused()
    })
  } finally {
    inHand.delete(name)
  }
}
