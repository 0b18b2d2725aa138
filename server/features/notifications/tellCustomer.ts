import type { Transaction } from '../../serve'

interface Wanted {
  what: 'change' | 'offer'
  /** One mail per batch, until `releaseMails`. */
  batchId: string | null
}

const wanted = new WeakMap<Transaction, Map<string, Wanted>>()

/**
 * Without this call, the customer gets no mail about the transaction's changes. All changes for one customer become one
 * mail.
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
