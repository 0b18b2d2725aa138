import { sql } from 'kysely'
import type { AnyResource, RowUse } from '../../src/schema'
import { rowRule, ruleHolds } from '../../src/schema/rows'
import type { Transaction } from '../db/database'
import { type Caller, rowCallerOf } from '../http/identity/caller'
import type { Problem } from '../http/problem'
import { rowsFor } from './rowsFor'
import { all, isOneOf, notYours, type Scope, scopeConditions } from './scope'

const leftOut = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
  use: 'write' | 'written',
): Promise<string[]> => {
  const rule = rowsFor(scope.resource, use, scope.caller)
  if (!rule || ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(scope.resource.name)}
    where ${all([...scopeConditions(scope), isOneOf(scope.resource, 'id', ids), rule])}`.execute(db)
  const writable = new Set(rows.map(({ id }) => id))
  return ids.filter(id => !writable.has(id))
}

export const refusedByRule = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Problem>> => {
  if (!scope.resource.rows?.write) return new Map()
  return new Map((await leftOut(db, scope, ids, 'write')).map(id => [id, notYours()]))
}

/** @throws Problem `forbidden` for a record that the caller sees but may not write */
export const requireWritable = async (db: Transaction, scope: Scope, id: string): Promise<void> => {
  for (const problem of (await refusedByRule(db, scope, [id])).values()) throw problem
}

/** @throws Problem `forbidden` if the written record would not be the caller's */
export const requireStillWritable = async (db: Transaction, scope: Scope, ids: readonly string[]): Promise<void> => {
  if (!scope.resource.rows || scope.hooks.beyondRows) return
  if ((await leftOut(db, scope, ids, 'written')).length > 0) throw notYours()
}

/** Whether a caller's rule allows a record with these values. True if that depends on other records. */
export const rowsAllow = (
  resource: AnyResource,
  use: RowUse,
  values: Readonly<Record<string, unknown>>,
  caller: Caller,
): boolean => {
  const rule = rowRule(resource, use)
  return !rule || ruleHolds(resource, rule, values, rowCallerOf(caller)) !== false
}
