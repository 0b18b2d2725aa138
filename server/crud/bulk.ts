import { sql } from 'kysely'
import { type BulkResult, type JsonSchema, param, readChoice, ref } from '../../src/contract'
import { validate } from '../../src/schema/validation'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { databaseProblem, hasCode } from '../http/databaseProblem'
import { invalid, Problem, problemDocument } from '../http/problem'
import { orWhySentFailed, sendIn, type UnitOfWork } from '../http/unitOfWork'
import { aroundOf } from './around'
import { refusals } from './checks'
import { withFiles } from './files/withFiles'
import { findRecords, requireParents, type Scope, whyMissing } from './scope'
import { deleteRecords, updateRecords } from './write'

export const bulkAnswer: { status: 200; description: string; schema: JsonSchema } = {
  status: 200,
  description: 'What became of each record',
  schema: { type: 'array', items: ref('BulkResult') },
}

export const dryRunParam = {
  ...param('choice', 'Change nothing, and answer what would become of each record', ['true', 'false']),
  read: (values: readonly string[]) => readChoice(values[0] ?? '', ['true', 'false']) === 'true',
  absent: false,
}

const notedBy = ({ changes, actions, events, forgotten, atEnd }: UnitOfWork): unknown[][] => [
  changes,
  actions,
  events,
  forgotten,
  atEnd,
]

/** Runs `work`, undoes its writes and returns its result. */
export const rehearsed = async <T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> => {
  sendIn(unit, sql`savepoint rehearsal`.compile(unit.db))
  const result = await work()
  sendIn(unit, sql`rollback to savepoint rehearsal`.compile(unit.db))
  for (const noted of notedBy(unit)) noted.length = 0
  return result
}

/**
 * Undoes the writes of a refused `work`.
 * @param isUndone always undoes them, which releases their locks
 */
export const attempt = async (
  unit: UnitOfWork,
  scope: Scope,
  work: () => Promise<unknown>,
  { isUndone = false } = {},
): Promise<Problem | null> => {
  const noted = [...notedBy(unit), unit.sent]
  const before = noted.map(({ length }) => length)
  const undo = async (): Promise<void> => {
    await sql`rollback to savepoint attempt`.execute(unit.db)
    for (const [index, list] of noted.entries()) list.length = before[index] ?? 0
  }
  await sql`savepoint attempt`.execute(unit.db)
  try {
    await orWhySentFailed(unit, async () => {
      await work()
      if (isUndone) await Promise.all(unit.sent)
      else await sql`release savepoint attempt`.execute(unit.db)
    })
    if (isUndone) await undo()
    return null
  } catch (error) {
    const problem = error instanceof Problem ? error : databaseProblem(scope.resources, error)
    // A deadlock (40P01) retries the whole call.
    if (!problem || problem.status >= 500 || hasCode(error, '40P01')) throw error
    await undo()
    return problem
  }
}

/**
 * Runs `work` for each record in its own savepoint. A refusal undoes only that record's writes; other errors are
 * thrown.
 * @returns results in the order of `ids`
 *
 * @example
 * const results = await attemptEach(unit, scope, ids, id => closeRoom(unit, id))
 */
export const attemptEach = async (
  unit: UnitOfWork,
  scope: Scope,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<BulkResult[]> => {
  const refused = new Map<string, Problem>()
  // A fixed order prevents deadlocks.
  for (const id of ids.toSorted()) {
    const problem = await attempt(unit, scope, () => work(id))
    if (problem) refused.set(id, problem)
  }
  return results(ids, refused)
}

/** One statement; after a refusal, one per record. */
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

const refuseMissing = (
  db: Transaction,
  ids: readonly string[],
  records: readonly ApiRecord[],
  scope: Scope,
): Promise<Map<string, Problem>> => {
  const found = new Set(records.map(({ id }) => id))
  return whyMissing(
    db,
    scope,
    ids.filter(id => !found.has(id)),
  )
}

/**
 * Makes the same changes to many records, with every check. Refused records stay unchanged.
 * @returns results in the order of `ids`
 * @throws Problem `not_found` for a missing parent
 */
export const updateMany = async (
  unit: UnitOfWork,
  scope: Scope,
  ids: readonly string[],
  input: Readonly<Record<string, unknown>>,
): Promise<BulkResult[]> => {
  await scope.hooks.lockFirst?.(unit, input, ids)
  const records = await findRecords(unit.db, scope, ids, { lock: true })
  if (records.length === 0) await requireParents(unit.db, scope)
  const refused = await refuseMissing(unit.db, ids, records, scope)
  const given = await withFiles(unit.db, input, scope)
  const around = await aroundOf(unit, scope.resource)
  const planned = records.flatMap(before => {
    const validated = validate(scope.resource, given, { current: before, role: unit.caller.role, around })
    if (!validated.ok) refused.set(before.id, invalid(validated.errors))
    const isChange = validated.ok && Object.keys(validated.values).length > 0
    return isChange ? [{ before, values: validated.values }] : []
  })
  const values = Object.assign({}, ...planned.map(plan => plan.values)) as Record<string, unknown>
  const changes = planned.map(({ before }) => ({ resource: scope.resource, before, after: { ...before, ...values } }))
  for (const [id, problem] of await refusals(unit, scope, changes)) refused.set(id, problem)

  const accepted = planned.map(({ before }) => before).filter(({ id }) => !refused.has(id))
  const failed = await attemptAll(unit, scope, accepted, some => updateRecords(unit, scope, some, values))
  return results(ids, new Map([...refused, ...failed]))
}

/**
 * Deletes many records, with every check. Refused records stay.
 * @returns results in the order of `ids`
 * @throws Problem `not_found` for a missing parent
 */
export const deleteMany = async (unit: UnitOfWork, scope: Scope, ids: readonly string[]): Promise<BulkResult[]> => {
  const records = await findRecords(unit.db, scope, ids, { lock: true })
  if (records.length === 0) await requireParents(unit.db, scope)
  const refused = await refuseMissing(unit.db, ids, records, scope)
  const changes = records.map(before => ({ resource: scope.resource, before, after: null }))
  for (const [id, problem] of await refusals(unit, scope, changes)) refused.set(id, problem)

  const accepted = records.filter(({ id }) => !refused.has(id))
  const failed = await attemptAll(unit, scope, accepted, async some => {
    await scope.hooks.beforeDelete?.(unit, some)
    await deleteRecords(unit, scope, some)
  })
  return results(ids, new Map([...refused, ...failed]))
}
