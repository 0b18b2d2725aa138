import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Transaction } from './database'

/** A query with the name under which each connection keeps its plan. */
export type PreparedQuery = CompiledQuery & { readonly statementName?: string }

/**
 * Runs a query as a prepared statement: each connection parses and plans it once. For the few whose text never varies and
 * whose planning takes longer than their running.
 */
export const executePrepared = async <Row>(db: Transaction, compiled: CompiledQuery<Row>): Promise<Row[]> => {
  const statementName = createHash('sha1').update(compiled.sql).digest('hex')
  const query: PreparedQuery = { ...compiled, statementName }
  return (await db.executeQuery(query as CompiledQuery<Row>)).rows
}
