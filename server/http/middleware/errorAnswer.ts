import type { Context } from 'hono'
import type { AnyResource } from '../../../src/schema'
import type { Log } from '../../log'
import { type DatabaseError, databaseProblem } from '../databaseProblem'
import type { Environment } from '../mount'
import { Problem, problemResponse } from '../problem'

/**
 * The parts of an error that are logged. Message and details of a database error contain values of rows, so they are
 * left out.
 */
const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) }
  const { code, constraint, table, column } = error as DatabaseError
  if (code && /^[0-9A-Z]{5}$/.test(code)) return { sqlState: code, constraint, table, column }
  return { error: error.stack ?? error.message }
}

/** Answers every error as a problem document. Errors that are not the caller's are logged with their cause. */
export const errorAnswer =
  (log: Log, resources: readonly AnyResource[]) =>
  (error: unknown, c: Context<Environment>): Response => {
    const known = error instanceof Problem ? error : databaseProblem(resources, error)
    const { requestId } = c.var
    const problem =
      known ?? new Problem('internal', 'Something went wrong on our side.', { extensions: { requestId }, cause: error })
    if (problem.status >= 500) {
      log('error', 'request failed', { requestId, code: problem.code, ...describe(problem.options.cause ?? error) })
    }
    return problemResponse(problem)
  }
