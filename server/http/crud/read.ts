import { sql } from 'kysely'
import type { Transaction } from '../../db/database'
import { isUuid } from '../identity/caller'
import { notFound } from '../problem'
import type { ApiRecord } from './apiRecord'
import { recordColumns, toRecord } from './columns'
import { all, isOneOf, type Scope, scopeConditions } from './scope'

/** The records with these ids that the caller can see, in no order. `lock` keeps others from changing them meanwhile. */
export const findRecords = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<ApiRecord[]> => {
  const { resource, behaviour } = scope
  const table = sql.table(resource.name)
  // Everybody locks in the same order, so that nobody waits in a circle.
  const locking = lock ? sql`order by id for update of ${table}` : sql``
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(recordColumns(resource, behaviour))} from ${table}
    where ${all([...scopeConditions(scope), isOneOf(resource, 'id', ids.filter(isUuid))])} ${locking}`.execute(db)
  return rows.map(row => toRecord(resource, row))
}

/** @throws Problem `not_found` */
export const findRecord = async (
  db: Transaction,
  scope: Scope,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ApiRecord> => {
  const [record] = await findRecords(db, scope, [id], options)
  if (!record) throw notFound(scope.resource.label[0].toLowerCase())
  return record
}
