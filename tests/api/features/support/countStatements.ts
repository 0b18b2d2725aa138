import type { Database, Transaction } from '../../../../server/db/database'

/** The same database, and how many statements its transactions have run. */
export const countStatements = (database: Database): { database: Database; count: () => number } => {
  let statements = 0
  const counting = (db: Transaction): Transaction =>
    db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }) as Transaction
  return {
    database: {
      ...database,
      run: (actor, work, { last, ...options } = {}) =>
        database.run(actor, db => work(counting(db)), {
          ...options,
          ...(last && { last: (db, result) => last(counting(db), result) }),
        }),
    },
    count: () => statements,
  }
}
