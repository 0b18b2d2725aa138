import { type AnyResource, type Fields, validate } from '../../../src/schema'
import type { CurrentTenant } from '../identity/caller'
import { invalid } from '../problem'
import type { UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import { refusals, requireRoom, requireVersion } from './checks'
import { findRecord } from './read'
import { requireParents, type Scope, scopeValues } from './scope'
import { deleteRecords, insertRecord, updateRecords } from './write'

type Input = Readonly<Record<string, unknown>>

/** What was left out and begins as the tenant has it. */
const tenantDefaults = (resource: AnyResource, input: Input, tenant: CurrentTenant | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields as Fields).flatMap(([name, { fromTenant }]) =>
      fromTenant && tenant && (input[name] ?? '') === '' ? [[name, tenant[fromTenant]]] : [],
    ),
  )

/** @throws Problem `validation`, or `not_found` for a parent that does not exist */
export const createRecord = async (unit: UnitOfWork, scope: Scope, input: Input): Promise<ApiRecord> => {
  const { resource, behaviour, caller } = scope
  await requireParents(unit.db, scope)
  const prepared = behaviour.prepare ? await behaviour.prepare(unit, input, scope) : input
  const given = { ...prepared, ...tenantDefaults(resource, prepared, caller.tenant) }
  const validated = validate(resource, given, { role: caller.role })
  if (!validated.ok) throw invalid(validated.errors)
  const errors =
    (await behaviour.check?.(unit, { before: null, after: { ...validated.values, ...scopeValues(scope) } })) ?? {}
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await requireRoom(unit, scope)
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
  await requireVersion(unit.db, scope, before, ifMatch)
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
  await requireVersion(unit.db, scope, before, ifMatch)
  for (const problem of (await refusals(unit, scope, [{ resource, before, after: null }])).values()) throw problem
  await behaviour.beforeDelete?.(unit, [before])
  await deleteRecords(unit, scope, [before])
}
