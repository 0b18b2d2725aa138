import { sql } from 'kysely'
import type { Transaction } from '../../db/database'

/**
 * Lets only one transaction at a time check a rule about a whole set of records, until it ends: what two of them would each leave
 * standing alone, both together could tear down. Locking the set's rows instead would deadlock, since each holds one already.
 */
export const lockRule = async (db: Transaction, rule: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${rule}, 0))`.execute(db)
}
