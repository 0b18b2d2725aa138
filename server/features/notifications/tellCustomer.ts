import type { Transaction } from '../../db/database'

interface Wanted {
  what: 'change' | 'offer'
  /** What several transactions tell with the same one is one mail, until `releaseMails`. */
  batchId: string | null
}

const wanted = new WeakMap<Transaction, Map<string, Wanted>>()

/**
 * Has the customer told of what this transaction does to a booking, by mail: planned with its events, sent after the
 * commit. Nobody is told otherwise. All of it that one customer is told is one mail.
 */
export const tellCustomer = (
  db: Transaction,
  bookingId: string,
  { what = 'change', batchId = null }: Partial<Wanted> = {},
): void => {
  const all = wanted.get(db) ?? new Map<string, Wanted>()
  wanted.set(db, all.set(bookingId, { what, batchId }))
}

export const toldOf = (db: Transaction, bookingId: string): Wanted | undefined => wanted.get(db)?.get(bookingId)
