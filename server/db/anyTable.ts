import type { Transaction, UndeclaredRow } from './database'

/** For tables named at run time, such as a declaration's. */
export const anyTable = (db: Transaction) => db.withTables<Record<string, UndeclaredRow>>()
