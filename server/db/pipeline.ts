import type { QueryResult, RawBuilder } from 'kysely'
import type { Transaction } from './database'

/**
 * Runs statements in order in a single round trip, such as a lock and a read of the state that it protects. Each
 * sees everything committed before it began.
 * @returns the rows of the last one
 *
 * @example
 * const rows = await pipeline(db, [sql`select pg_advisory_xact_lock(1)`], sql<{ free: number }>`select free from rooms`)
 */
export const pipeline = async <Row>(
  db: Transaction,
  before: readonly RawBuilder<unknown>[],
  last: RawBuilder<Row>,
): Promise<Row[]> => {
  const executor = db.getExecutor()
  const queries = [...before, last].map(statement => statement.compile(db))
  // On the connection itself: Kysely's own calls reach it in an unpredictable order.
  const answers = await executor.provideConnection(connection =>
    Promise.all(queries.map(async query => ({ query, result: await connection.executeQuery<Row>(query) }))),
  )
  const answer = answers.at(-1)
  if (!answer) return []
  let result: QueryResult<unknown> = answer.result
  for (const plugin of executor.plugins)
    result = await plugin.transformResult({ result: result as never, queryId: answer.query.queryId })
  return result.rows as Row[]
}
