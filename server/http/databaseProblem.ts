import type { AnyResource } from '../../src/schema'
import { snakeCase } from '../../src/schema'
import { guardedFields } from '../db/constraints'
import { type DatabaseError, isOutage } from '../db/outage'
import { tableName } from '../db/tables'
import { invalidField, Problem, refusal } from './problem'

export const hasCode = (error: unknown, code: string): error is DatabaseError =>
  error instanceof Error && (error as DatabaseError).code === code

const referenceProblem = (field: string | undefined, cause: Error): Problem =>
  new Problem('not_found', 'A record that this refers to does not exist.', {
    ...(field && { errors: { [field]: { key: 'validation.reference', args: {} } } }),
    cause,
  })

const valueProblem = (field: string | undefined, cause: Error): Problem =>
  field
    ? invalidField(field, 'validation.invalid', {}, cause)
    : new Problem('validation', 'A value is outside of what can be stored.', { cause })

/** `crud/write.ts` handles foreign keys that block a deletion. */
export const databaseProblem = (resources: readonly AnyResource[], error: unknown): Problem | null => {
  if (!(error instanceof Error)) return null
  const { code = '', constraint = '', table, column } = error as DatabaseError
  const guarded = guardedFields(resources).get(constraint)
  const field = guarded?.fields.at(-1)

  if (code === '23505') {
    return field
      ? invalidField(field, 'validation.unique', {}, error)
      : refusal('conflict', 'refusal.unique', {}, { cause: error })
  }
  if (code === '42501' && error.message.includes('row-level security'))
    return refusal('forbidden', 'refusal.notYours', {}, { cause: error })
  if (code === '23503') return referenceProblem(field, error)
  if (code === '23P01' && field) return invalidField(field, 'validation.overlaps', {}, error)
  if (code === '23P01') return refusal('conflict', 'refusal.overlaps', {}, { cause: error })
  if (code === '40P01') return refusal('conflict', 'refusal.deadlock', {}, { cause: error })
  if (code === '23514' || code.startsWith('22')) return valueProblem(field, error)
  if (code === '23502') {
    const resource = resources.find(candidate => tableName(candidate) === table)
    return valueProblem(
      Object.keys(resource?.fields ?? {}).find(name => snakeCase(name) === column),
      error,
    )
  }
  if (isOutage(error)) {
    return new Problem('unavailable', 'The database does not answer. Try again in a moment.', {
      headers: { 'Retry-After': '2' },
      cause: error,
    })
  }
  return null
}
