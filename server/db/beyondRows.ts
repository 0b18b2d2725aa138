import type { Transaction } from './database'

const beyond = new WeakMap<Transaction, Transaction>()

/** @param whole acts in the same transaction, for the whole tenant */
export const setBeyond = (db: Transaction, whole: Transaction): void => void beyond.set(db, whole)

/**
 * The same transaction without the limits that rules about rows put on the caller, for what is worked out over
 * everybody's records: free times, limits, side effects. Its answers must not tell of records that the caller does not
 * see.
 */
export const beyondRows = (db: Transaction): Transaction => beyond.get(db) ?? db
