import type { Transaction } from '../../db/database'

/** What a transaction has to tell customers of. */
type Wanted = 'change' | 'offer'

const wanted = new WeakMap<Transaction, Map<string, Wanted>>()

/**
 * Has the customer told of what this transaction does to a booking, by mail: planned with its events, sent after the
 * commit. Nobody is told otherwise.
 */
export const tellCustomer = (db: Transaction, bookingId: string, what: Wanted = 'change'): void => {
  const all = wanted.get(db) ?? new Map<string, Wanted>()
  wanted.set(db, all.set(bookingId, what))
}

export const isTold = (db: Transaction, bookingId: string): Wanted | undefined => wanted.get(db)?.get(bookingId)
