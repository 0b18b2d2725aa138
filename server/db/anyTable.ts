import type { Transaction, UndeclaredRow } from './database'

/** A transaction that takes the name of any table, for tables named at run time, such as a declaration's. */
export const anyTable = (db: Transaction) => db.withTables<Record<string, UndeclaredRow>>()
