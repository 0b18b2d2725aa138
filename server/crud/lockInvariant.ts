import { sql } from 'kysely'
import type { Transaction } from '../db/database'

/**
 * Lets only one transaction at a time check a rule about a whole set of records: two that each keep the rule could break
 * it together. Locking the rows instead would deadlock, since each transaction already holds one. Held until the end.
 */
export const lockInvariant = async (db: Transaction, rule: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${rule}, 0))`.execute(db)
}
