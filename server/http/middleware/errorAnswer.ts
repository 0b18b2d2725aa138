import type { Context } from 'hono'
import type { AnyResource } from '../../../src/schema'
import { type DatabaseError, isOutage } from '../../db/outage'
import type { Log } from '../../log'
import { databaseProblem } from '../databaseProblem'
import type { Environment } from '../environment'
import { Problem, problemResponse } from '../problem'

/** Omits message and details of database errors, which contain row values. */
const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) }
  const { code, constraint, table, column } = error as DatabaseError
  if (code && /^[0-9A-Z]{5}$/.test(code)) return { sqlState: code, constraint, table, column }
  // Every call during an outage would log the same stack.
  return { error: isOutage(error) ? error.message : (error.stack ?? error.message) }
}

const translate = (resources: readonly AnyResource[], error: unknown, requestId?: string): Problem => {
  const known = error instanceof Problem ? error : databaseProblem(resources, error)
  return (
    known ?? new Problem('internal', 'Something went wrong on our side.', { extensions: { requestId }, cause: error })
  )
}

const failureOf = ({ status, code, options }: Problem, error: unknown): Record<string, unknown> | null =>
  status >= 500 && !options.isOfCrowd ? { code, ...describe(options.cause ?? error) } : null

export const problemOf =
  (log: Log, resources: readonly AnyResource[]) =>
  (error: unknown): Problem => {
    const problem = translate(resources, error)
    const failure = failureOf(problem, error)
    if (failure) log('error', 'request failed', failure)
    return problem
  }

export const errorAnswer =
  (resources: readonly AnyResource[]) =>
  (error: unknown, c: Context<Environment>): Response => {
    const problem = translate(resources, error, c.var.requestId)
    c.set('isOfCrowd', problem.options.isOfCrowd)
    c.set('failure', failureOf(problem, error))
    c.set('problem', problem.code)
    return problemResponse(problem)
  }
