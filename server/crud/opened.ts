import { type AliasedRawBuilder, sql } from 'kysely'
import { isUuid } from '../../src/contract'
import { type AnyResource, inSentence, type Opened, readableValues, withOpened } from '../../src/schema'
import { openingsOf } from '../../src/schema/rows'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { openingConditions } from '../db/rowRules'
import { rowCallerOf } from '../http/identity/caller'
import { notFound } from '../http/problem'
import { recordColumns, toRecord } from './columns'
import { all, asSeen, equals, findRecord, type Scope, scopeConditions } from './scope'

export const noneOpened: Opened = { read: [], write: [] }

interface Asked {
  columns: AliasedRawBuilder<unknown, string>[]
  names: string[]
  opened: (row: Readonly<Record<string, unknown>> | undefined) => Opened
}

const asked = ({ resource, caller }: Scope): Asked => {
  const openings = openingConditions(resource, rowCallerOf(caller)).map((one, index) => ({ ...one, as: `o${index}` }))
  return {
    columns: openings.map(({ as, condition }) => sql`${condition}`.as(as)),
    names: openings.map(({ as }) => as),
    opened: row => {
      const named = (use: 'read' | 'write') =>
        openings.flatMap(one => (one.use === use && row?.[one.as] === true ? one.name : []))
      return { read: named('read'), write: named('write') }
    },
  }
}

const whereOne = (scope: Scope, id: string) =>
  sql`from ${sql.table(scope.resource.name)} where ${all([...scopeConditions(scope), equals(scope.resource, 'id', id)])}`

export const openedIn = async (db: Transaction, scope: Scope, id: string): Promise<Opened> => {
  const { columns, opened } = asked(scope)
  if (columns.length === 0) return noneOpened
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)} ${whereOne(scope, id)}`.execute(db)
  return opened(rows[0])
}

/** @throws Problem `not_found` */
export const findOpened = async <R extends AnyResource>(
  db: Transaction,
  scope: Scope<R>,
  id: string,
): Promise<{ record: ApiRecord<R>; opened: Opened }> => {
  const openable = openingsOf(scope.resource).flatMap(({ name, use }) => (use === 'read' ? name : []))
  if (openable.length === 0 || !isUuid(id)) return { record: await findRecord(db, scope, id), opened: noneOpened }
  const seen = asSeen({ ...scope, resource: withOpened(scope.resource, { read: openable, write: [] }) })
  const { columns, names, opened } = asked(scope)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...recordColumns(seen.resource, seen.hooks), ...columns])} ${whereOne(scope, id)}`.execute(db)
  const [row] = rows
  if (!row) throw notFound(inSentence(scope.resource.label[0]))
  const found = opened(row)
  for (const name of names) delete row[name]
  const record = readableValues(withOpened(scope.resource, found), toRecord(seen.resource, row), scope.caller.role)
  return { record: record as ApiRecord<R>, opened: found }
}
