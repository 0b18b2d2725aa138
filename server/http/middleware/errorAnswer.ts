import type { Context } from 'hono'
import type { AnyResource } from '../../../src/schema'
import { type DatabaseError, isOutage } from '../../db/outage'
import type { Log } from '../../log'
import { databaseProblem } from '../databaseProblem'
import type { Environment } from '../mount'
import { Problem, problemResponse } from '../problem'

/** Message and details of a database error contain values of rows. */
const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) }
  const { code, constraint, table, column } = error as DatabaseError
  if (code && /^[0-9A-Z]{5}$/.test(code)) return { sqlState: code, constraint, table, column }
  // In an outage all stacks are the same, one per call.
  return { error: isOutage(error) ? error.message : (error.stack ?? error.message) }
}

/** Logs errors that are not the caller's, except refusals of a crowd. */
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

export const errorAnswer = (log: Log, resources: readonly AnyResource[]) => {
  const translate = problemOf(log, resources)
  return (error: unknown, c: Context<Environment>): Response => {
    const problem = translate(error, c.var.requestId)
    c.set('isOfCrowd', problem.options.isOfCrowd)
    return problemResponse(problem)
  }
}
