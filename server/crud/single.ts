import { type AnyResource, fieldOf, hasRole, isEmpty, type Role, readableValues, withOpened } from '../../src/schema'
import { validate } from '../../src/schema/validation'
import type { ApiRecord } from '../audit/change'
import { invalid, invalidField } from '../http/problem'
import type { UnitOfWork } from '../http/unitOfWork'
import { aroundOf, startsFor } from './around'
import { refusals, requireRoom, requireVersion } from './checks'
import { withFiles } from './files/withFiles'
import { misfits } from './fitting'
import { openedIn } from './opened'
import { findRecord, requireParents, type Scope, scopeValues } from './scope'
import { deleteRecords, insertRecord, updateRecords } from './write'

type Input = Readonly<Record<string, unknown>>

const writableValues = (resource: AnyResource, values: Input, role: Role | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(readableValues(resource, values, role)).filter(([name]) => {
      const needed = fieldOf(resource, name)?.writeRole
      return !needed || hasRole(role, needed)
    }),
  )

/**
 * With every check except the record limit.
 * @throws Problem `validation`, or `not_found` for a missing parent
 */
export const valuesToCreate = async (
  unit: UnitOfWork,
  scope: Scope,
  input: Input,
  fixed: Input = {},
): Promise<Record<string, unknown>> => {
  const { resource, hooks, caller } = scope
  await requireParents(unit.db, scope)
  const prepared = hooks.prepare ? await hooks.prepare(unit, input, scope) : input
  const complete = await withFiles(unit.db, prepared, { resource, caller })
  const around = await aroundOf(unit, resource)
  const starts = startsFor(resource, prepared, around)
  const given = { ...complete, ...writableValues(resource, starts, caller.role) }
  const validated = validate(resource, given, { role: caller.role, around })
  if (!validated.ok) throw invalid(validated.errors)
  // Fields closed to the caller get their defaults, too.
  const values: Record<string, unknown> = { ...validated.values, ...starts, ...fixed }
  for (const name of Object.keys(starts))
    if (isEmpty(values[name]) && fieldOf(resource, name)?.presence !== 'optional')
      throw invalidField(name, 'validation.required')
  const after = { ...values, ...scopeValues(scope) }
  const errors = {
    ...(await misfits(unit.db, scope, null, after)),
    ...(await hooks.check?.(unit, { before: null, after })),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

/**
 * Creates a record from a client's input, with defaults and every check.
 * @param fixed valid values of fields that no client writes
 * @throws Problem `validation`, or `not_found` for a missing parent
 */
export const createRecord = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  input: Input,
  fixed: Input = {},
): Promise<ApiRecord<R>> => {
  const values = await valuesToCreate(unit, scope, input, fixed)
  await requireRoom(unit, scope)
  return insertRecord(unit, scope, values)
}

/**
 * Updates a record from a client's input, with every check. Writes only fields that differ.
 * @throws Problem `not_found`, `stale`, `validation`, or one of the resource's own rules
 */
export const updateRecord = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  id: string,
  { input, ifMatch }: { input: Input; ifMatch: string | null },
): Promise<ApiRecord<R>> => {
  const { resource, hooks, caller } = scope
  await hooks.lockFirst?.(unit, input, [id])
  const before = await findRecord(unit.db, scope, id, { lock: true })
  await requireVersion(unit.db, scope, before, ifMatch)
  const given = await withFiles(unit.db, input, { resource, caller, current: before })
  const validated = validate(withOpened(resource, await openedIn(unit.db, scope, id)), given, {
    current: before,
    role: caller.role,
    around: await aroundOf(unit, resource),
  })
  if (!validated.ok) throw invalid(validated.errors)
  if (Object.keys(validated.values).length === 0) return before

  const refused = await refusals(unit, scope, [{ resource, before, after: { ...before, ...validated.values } }])
  for (const problem of refused.values()) throw problem
  const [after] = await updateRecords(unit, scope, [before], validated.values)
  return after ?? before
}

export const deleteRecord = async (
  unit: UnitOfWork,
  scope: Scope,
  id: string,
  { ifMatch }: { ifMatch: string | null },
): Promise<void> => {
  const { resource, hooks } = scope
  const before = await findRecord(unit.db, scope, id, { lock: true })
  await requireVersion(unit.db, scope, before, ifMatch)
  for (const problem of (await refusals(unit, scope, [{ resource, before, after: null }])).values()) throw problem
  await hooks.beforeDelete?.(unit, [before])
  await deleteRecords(unit, scope, [before])
}
