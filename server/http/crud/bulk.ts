import { sql } from 'kysely'
import { type Message, validate } from '../../../src/schema'
import { databaseProblem } from '../databaseProblem'
import { invalid, notFound, Problem, problemDocument } from '../problem'
import type { UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import { refusals } from './checks'
import { findRecords } from './read'
import type { Scope } from './scope'
import { deleteRecords, updateRecords } from './write'

/** What became of one record of a bulk call. */
export interface BulkResult {
  id: string
  ok: boolean
  code?: string
  detail?: string
  errors?: Record<string, string>
  message?: Message
}

/** Runs `work`; when it is refused, nothing of it stays and the refusal is answered. */
const attempt = async (unit: UnitOfWork, scope: Scope, work: () => Promise<unknown>): Promise<Problem | null> => {
  const [changes, actions] = [unit.changes.length, unit.actions.length]
  await sql`savepoint attempt`.execute(unit.db)
  try {
    await work()
    await sql`release savepoint attempt`.execute(unit.db)
    return null
  } catch (error) {
    const problem = error instanceof Problem ? error : databaseProblem(scope.resources, error)
    if (!problem || problem.status >= 500) throw error
    await sql`rollback to savepoint attempt`.execute(unit.db)
    unit.changes.length = changes
    unit.actions.length = actions
    return problem
  }
}

/** Does something to many records in one statement; only when that is refused, one by one to find out which are. */
const attemptAll = async (
  unit: UnitOfWork,
  scope: Scope,
  records: readonly ApiRecord[],
  work: (records: readonly ApiRecord[]) => Promise<unknown>,
): Promise<Map<string, Problem>> => {
  const refused = new Map<string, Problem>()
  if (records.length === 0 || !(await attempt(unit, scope, () => work(records)))) return refused
  for (const record of records) {
    const problem = await attempt(unit, scope, () => work([record]))
    if (problem) refused.set(record.id, problem)
  }
  return refused
}

const results = (ids: readonly string[], refused: ReadonlyMap<string, Problem>): BulkResult[] =>
  ids.map(id => {
    const problem = refused.get(id)
    if (!problem) return { id, ok: true }
    const { code, detail, errors, message } = problemDocument(problem)
    return { id, ok: false, code, detail, ...(errors && { errors }), ...(message && { message }) }
  })

const refuseMissing = (ids: readonly string[], records: readonly ApiRecord[], scope: Scope): Map<string, Problem> => {
  const found = new Set(records.map(({ id }) => id))
  const problem = notFound(scope.resource.label[0].toLowerCase())
  return new Map(ids.filter(id => !found.has(id)).map(id => [id, problem]))
}

/** Makes the same changes to many records; each is answered for itself. */
export const updateMany = async (
  unit: UnitOfWork,
  scope: Scope,
  ids: readonly string[],
  input: Readonly<Record<string, unknown>>,
): Promise<BulkResult[]> => {
  const records = await findRecords(unit.db, scope, ids, { lock: true })
  const refused = refuseMissing(ids, records, scope)
  const planned = records.flatMap(before => {
    const validated = validate(scope.resource, input, { current: before, role: unit.caller.role })
    if (!validated.ok) refused.set(before.id, invalid(validated.errors))
    const isChange = validated.ok && Object.keys(validated.values).length > 0
    return isChange ? [{ before, values: validated.values }] : []
  })
  // One input: whatever differs from one record or another, the new values are the same for all.
  const values = Object.assign({}, ...planned.map(plan => plan.values)) as Record<string, unknown>
  const changes = planned.map(({ before }) => ({ resource: scope.resource, before, after: { ...before, ...values } }))
  for (const [id, problem] of await refusals(unit, scope, changes)) refused.set(id, problem)

  const accepted = planned.map(({ before }) => before).filter(({ id }) => !refused.has(id))
  const failed = await attemptAll(unit, scope, accepted, some => updateRecords(unit, scope, some, values))
  return results(ids, new Map([...refused, ...failed]))
}

/** Deletes many records; each is answered for itself. */
export const deleteMany = async (unit: UnitOfWork, scope: Scope, ids: readonly string[]): Promise<BulkResult[]> => {
  const records = await findRecords(unit.db, scope, ids, { lock: true })
  const refused = refuseMissing(ids, records, scope)
  const changes = records.map(before => ({ resource: scope.resource, before, after: null }))
  for (const [id, problem] of await refusals(unit, scope, changes)) refused.set(id, problem)

  const accepted = records.filter(({ id }) => !refused.has(id))
  const failed = await attemptAll(unit, scope, accepted, async some => {
    await scope.behaviour.beforeDelete?.(unit, some)
    await deleteRecords(unit, scope, some)
  })
  return results(ids, new Map([...refused, ...failed]))
}
