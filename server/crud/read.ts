import { sql } from 'kysely'
import { isUuid } from '../../src/contract'
import { type AnyResource, asReadBy, readableValues } from '../../src/schema'
import type { StoredRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { notFound } from '../http/problem'
import { recordColumns, toRecord } from './columns'
import { all, isOneOf, type Scope, scopeConditions } from './scope'

/**
 * Limits a scope to fields that the caller may read, for selecting, searching, sorting and filtering;
 * `http/answer.ts` checks every answer again. Comparing, writing and logging need whole records.
 */
export const asSeen = <R extends AnyResource>(scope: Scope<R>): Scope<R> => {
  const { resource, hooks, caller } = scope
  const extras = readableValues(resource, hooks.extras ?? {}, caller.role)
  return { ...scope, resource: asReadBy(resource, caller.role) as R, hooks: { ...hooks, extras } }
}

interface Reading {
  /** Until the transaction ends; implies `isWhole`. */
  lock?: boolean
  /** With fields that the caller may not read: for comparing and logging, never for answers. */
  isWhole?: boolean
}

/** Only records that the caller can see, unordered. */
export const findRecords = async <R extends AnyResource>(
  db: Transaction,
  scope: Scope<R>,
  ids: readonly string[],
  { lock = false, isWhole = lock }: Reading = {},
): Promise<StoredRecord<R>[]> => {
  const { resource, hooks } = isWhole ? scope : asSeen(scope)
  const table = sql.table(resource.name)
  // In a fixed order, so that no two transactions deadlock.
  const locking = lock ? sql`order by id for update of ${table}` : sql``
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(recordColumns(resource, hooks))} from ${table}
    where ${all([...scopeConditions(scope), isOneOf(resource, 'id', ids.filter(isUuid))])} ${locking}`.execute(db)
  return rows.map(row => toRecord(resource, row))
}

/** @throws Problem `not_found` */
export const findRecord = async <R extends AnyResource>(
  db: Transaction,
  scope: Scope<R>,
  id: string,
  options: Reading = {},
): Promise<StoredRecord<R>> => {
  const [record] = await findRecords(db, scope, [id], options)
  if (!record) throw notFound(scope.resource.label[0].toLowerCase())
  return record
}
