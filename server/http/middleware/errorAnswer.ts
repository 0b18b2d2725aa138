import type { Context } from 'hono'
import type { AnyResource } from '../../../src/schema'
import { type DatabaseError, isOutage } from '../../db/outage'
import type { Log } from '../../log'
import { databaseProblem } from '../databaseProblem'
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
  // In an outage every stack is the same, and there is one for each call.
  return { error: isOutage(error) ? error.message : (error.stack ?? error.message) }
}

/**
 * The problem that an error means for the caller. Errors that are not the caller's are logged with their cause, but not what a
 * crowd is refused.
 */
export const problemOf =
  (log: Log, resources: readonly AnyResource[]) =>
  (error: unknown, requestId?: string): Problem => {
    const known = error instanceof Problem ? error : databaseProblem(resources, error)
    const problem =
      known ?? new Problem('internal', 'Something went wrong on our side.', { extensions: { requestId }, cause: error })
    if (problem.status >= 500 && !problem.options.isOfCrowd) {
      log('error', 'request failed', { requestId, code: problem.code, ...describe(problem.options.cause ?? error) })
    }
    return problem
  }

/** Answers every error as a problem document. */
export const errorAnswer = (log: Log, resources: readonly AnyResource[]) => {
  const translate = problemOf(log, resources)
  return (error: unknown, c: Context<Environment>): Response => {
    const problem = translate(error, c.var.requestId)
    c.set('isOfCrowd', problem.options.isOfCrowd)
    return problemResponse(problem)
  }
}
