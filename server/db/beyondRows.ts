import type { Transaction } from './database'

const beyond = new WeakMap<Transaction, Transaction>()

export const setBeyond = (db: Transaction, whole: Transaction): void => void beyond.set(db, whole)

/**
 * The same transaction without the caller's row rules, for results over everybody's records. Answers must not reveal
 * records that the caller may not see.
 */
export const beyondRows = (db: Transaction): Transaction => beyond.get(db) ?? db
