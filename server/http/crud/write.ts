import type { AnyResource } from '../../../src/schema'
import { guardedFields } from '../../db/constraints'
import { toRow } from '../../db/rows'
import { hasCode } from '../databaseProblem'
import { Problem } from '../problem'
import type { Change, UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import { recordColumns, toRecord } from './columns'
import { all, isOneOf, type Scope, scopeConditions, scopeValues } from './scope'

/**
 * Every create, update and delete of a record comes through here: whoever wants to know what a request changed, listens here.
 * What goes along with a deleted record (the database's cascades, a user's memberships) is not told one by one.
 */
const note = (unit: UnitOfWork, resource: AnyResource, changes: readonly Omit<Change, 'resource'>[]): void => {
  unit.changes.push(...changes.map(change => ({ resource, ...change })))
}

const pairs = (before: readonly ApiRecord[], after: readonly ApiRecord[]): Omit<Change, 'resource'>[] => {
  const byId = new Map(after.map(record => [record.id, record]))
  return before.map(record => ({ before: record, after: byId.get(record.id) ?? null }))
}

/** Adds a record with these checked values, in its tenant and under its parents. */
export const insertRecord = async (
  unit: UnitOfWork,
  scope: Scope,
  values: Readonly<Record<string, unknown>>,
): Promise<ApiRecord> => {
  const { resource, behaviour } = scope
  const row = await unit.db
    .insertInto(resource.name)
    .values({ ...toRow(resource, values), ...behaviour.columns?.(unit, values), ...scopeValues(scope) })
    .returning(recordColumns(resource, behaviour))
    .executeTakeFirstOrThrow()
  const record = toRecord(resource, row)
  note(unit, resource, [{ before: null, after: record }])
  return record
}

/** Sets these checked values in records that were just read and locked: one statement. */
export const updateRecords = async (
  unit: UnitOfWork,
  scope: Scope,
  before: readonly ApiRecord[],
  values: Readonly<Record<string, unknown>>,
): Promise<ApiRecord[]> => {
  const { resource, behaviour } = scope
  const ids = before.map(({ id }) => id)
  const rows = await unit.db
    .updateTable(resource.name)
    .set(toRow(resource, values))
    .where(all([...scopeConditions(scope), isOneOf(resource, 'id', ids)]))
    .returning(recordColumns(resource, behaviour))
    .execute()
  const records = rows.map(row => toRecord(resource, row))
  note(unit, resource, pairs(before, records))
  return records
}

/**
 * Deletes records that were just read and locked: one statement.
 * @throws Problem `in_use` when others refer to one of them
 */
export const deleteRecords = async (unit: UnitOfWork, scope: Scope, before: readonly ApiRecord[]): Promise<void> => {
  const { resource, resources } = scope
  const ids = before.map(({ id }) => id)
  try {
    await unit.db
      .deleteFrom(resource.name)
      .where(all([...scopeConditions(scope), isOneOf(resource, 'id', ids)]))
      .execute()
  } catch (error) {
    if (!hasCode(error, '23503')) throw error
    const user = guardedFields(resources).get(error.constraint ?? '')?.resource
    throw new Problem('in_use', `Still used by ${user?.label[1].toLowerCase() ?? 'other records'}.`, { cause: error })
  }
  note(unit, resource, pairs(before, []))
}
