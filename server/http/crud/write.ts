import { sql } from 'kysely'
import { guardedFields } from '../../db/constraints'
import { toRow } from '../../db/rows'
import { hasCode } from '../databaseProblem'
import { Problem } from '../problem'
import type { Change, UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import { recordColumns, toRecord } from './columns'
import { findGoingAlong, withOwnSets } from './goesAlong'
import { linksIn, replaceTargets } from './links'
import { findRecord } from './read'
import { all, isOneOf, type Scope, scopeConditions, scopeValues } from './scope'

type Noted = Pick<Change, 'before' | 'after'>

/**
 * Every create, update and delete of a record comes through here: whoever wants to know what a request changed, listens here.
 */
const note = (
  unit: UnitOfWork,
  { resource, behaviour }: Pick<Scope, 'resource' | 'behaviour'>,
  changes: readonly Noted[],
): void => {
  for (const change of changes) {
    const record = change.after ?? change.before
    const label = record ? behaviour.label?.(record) : undefined
    unit.changes.push({ resource, ...change, label, audited: behaviour.audited })
  }
}

/** Tells that a related set of a record was replaced. */
export const noteAssignment = (
  unit: UnitOfWork,
  of: Pick<Scope, 'resource' | 'behaviour'>,
  record: ApiRecord,
  name: string,
  before: readonly string[],
  after: readonly string[],
): void => {
  if (before.join() === after.join()) return
  note(unit, of, [{ before: { ...record, [name]: before }, after: { ...record, [name]: after } }])
}

const pairs = (before: readonly ApiRecord[], after: readonly ApiRecord[]): Noted[] => {
  const byId = new Map(after.map(record => [record.id, record]))
  return before.map(record => ({ before: record, after: byId.get(record.id) ?? null }))
}

/** Writes the fields that are links; true when there was something to write. */
const writeLinks = async (
  { db }: UnitOfWork,
  { resource, caller }: Scope,
  ids: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const links = linksIn(resource, values)
  for (const { link, targets } of links) await replaceTargets(db, caller.tenant?.id ?? '', link, ids, targets)
  return links.some(({ targets }) => targets.length > 0)
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
  const written = toRecord(resource, row)
  const hasLinks = await writeLinks(unit, scope, [written.id], values)
  const record = hasLinks ? await findRecord(unit.db, scope, written.id) : written
  note(unit, scope, [{ before: null, after: record }])
  return record
}

/**
 * Sets these checked values in records that were just read and locked: one statement, and one for each field that is a link.
 * Without any value, the records count as changed all the same.
 */
export const updateRecords = async (
  unit: UnitOfWork,
  scope: Scope,
  before: readonly ApiRecord[],
  values: Readonly<Record<string, unknown>>,
): Promise<ApiRecord[]> => {
  const { resource, behaviour } = scope
  const ids = before.map(({ id }) => id)
  await writeLinks(unit, scope, ids, values)
  const row = { ...toRow(resource, values), ...behaviour.changedColumns }
  const rows = await unit.db
    .updateTable(resource.name)
    .set(Object.keys(row).length > 0 ? row : { updatedAt: sql.ref('updatedAt') })
    .where(all([...scopeConditions(scope), isOneOf(resource, 'id', ids)]))
    .returning(recordColumns(resource, behaviour))
    .execute()
  const records = rows.map(row => toRecord(resource, row))
  note(unit, scope, pairs(before, records))
  return records
}

/**
 * Deletes records that were just read and locked, with what lives inside them: one statement.
 * @throws Problem `in_use` when others refer to one of them
 */
export const deleteRecords = async (unit: UnitOfWork, scope: Scope, before: readonly ApiRecord[]): Promise<void> => {
  const { resource, resources } = scope
  const ids = before.map(({ id }) => id)
  const goingAlong = await findGoingAlong(unit.db, scope, ids)
  const complete = await withOwnSets(unit.db, scope, before)
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
  for (const { resource, records } of goingAlong) note(unit, { resource, behaviour: {} }, pairs(records, []))
  note(unit, scope, pairs(complete, []))
}
