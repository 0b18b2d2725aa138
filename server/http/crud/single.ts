import { validate } from '../../../src/schema'
import { invalid } from '../problem'
import type { UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import { refusals, requireVersion } from './checks'
import { findRecord } from './read'
import { requireParents, type Scope } from './scope'
import { deleteRecords, insertRecord, updateRecords } from './write'

type Input = Readonly<Record<string, unknown>>

/** @throws Problem `validation`, or `not_found` for a parent that does not exist */
export const createRecord = async (unit: UnitOfWork, scope: Scope, input: Input): Promise<ApiRecord> => {
  const { resource, behaviour, caller } = scope
  await requireParents(unit.db, scope)
  const prepared = behaviour.prepare ? await behaviour.prepare(unit, input, scope) : input
  const validated = validate(resource, prepared, { role: caller.role })
  if (!validated.ok) throw invalid(validated.errors)
  return insertRecord(unit, scope, validated.values)
}

/**
 * Writes the fields of `input` that differ from what is stored; nothing when none does.
 * @param ifMatch the `If-Match` header
 * @throws Problem `not_found`, `stale`, `validation`, or what the resource's own rules say
 */
export const updateRecord = async (
  unit: UnitOfWork,
  scope: Scope,
  id: string,
  { input, ifMatch }: { input: Input; ifMatch: string | null },
): Promise<ApiRecord> => {
  const { resource, caller } = scope
  const before = await findRecord(unit.db, scope, id, { lock: true })
  requireVersion(before, ifMatch)
  const validated = validate(resource, input, { current: before, role: caller.role })
  if (!validated.ok) throw invalid(validated.errors)
  if (Object.keys(validated.values).length === 0) return before

  const refused = await refusals(unit, scope, [{ resource, before, after: { ...before, ...validated.values } }])
  for (const problem of refused.values()) throw problem
  const [after] = await updateRecords(unit, scope, [before], validated.values)
  return after ?? before
}

/** @throws Problem `not_found`, `stale`, `in_use`, or what the resource's own rules say */
export const deleteRecord = async (
  unit: UnitOfWork,
  scope: Scope,
  id: string,
  { ifMatch }: { ifMatch: string | null },
): Promise<void> => {
  const { resource, behaviour } = scope
  const before = await findRecord(unit.db, scope, id, { lock: true })
  requireVersion(before, ifMatch)
  for (const problem of (await refusals(unit, scope, [{ resource, before, after: null }])).values()) throw problem
  await behaviour.beforeDelete?.(unit, [before])
  await deleteRecords(unit, scope, [before])
}
