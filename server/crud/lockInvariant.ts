import { sql } from 'kysely'
import type { Transaction } from '../db/database'

/**
 * Serializes checks of a rule about a set of records. Row locks would deadlock, since each transaction already holds
 * one.
 *
 * @example
 * await lockInvariant(unit.db, `one default schedule ${tenantId}`)
 */
export const lockInvariant = async (db: Transaction, rule: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${rule}, 0))`.execute(db)
}
