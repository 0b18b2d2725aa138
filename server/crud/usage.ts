import { type RawBuilder, sql } from 'kysely'
import type { Usage } from '../../src/contract'
import {
  type AnyResource,
  type Fields,
  fieldOf,
  type KindOptions,
  mayAccess,
  mayRead,
  pathParamNames,
  type Role,
} from '../../src/schema'
import { memoize } from '../../src/schema/memoize'
import type { Transaction } from '../db/database'
import { linksOf } from '../db/links'
import { Problem } from '../http/problem'
import { column, compared } from './columns'
import { equals, type Scope } from './scope'

const shown = 3

interface Way {
  user: AnyResource
  targetId: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

const isCounted = (resource: AnyResource, user: AnyResource, by: string): boolean =>
  Object.values(resource.fields as Fields).some(({ kind, options }) => {
    const { of, by: counted, where } = options as KindOptions['count']
    return kind === 'count' && !where && of().name === user.name && counted === by
  })

const fieldWays = (user: AnyResource, resource: AnyResource): Way[] =>
  Object.entries(user.fields as Fields).flatMap(([name, field]): Way[] => {
    if (field.kind !== 'reference' || field.computed || field.options.to().name !== resource.name) return []
    if (pathParamNames(user.api).includes(name) && !isCounted(resource, user, name)) return []
    return [{ user, targetId: column(user, name), from: sql.table(user.name) }]
  })

const linkWays = (user: AnyResource, resource: AnyResource): Way[] =>
  linksOf(user).flatMap(({ table, target }): Way[] => {
    if (target.name !== resource.name) return []
    const [ownerId, tenantId] = [sql.ref(`${table}.ownerId`), sql.ref(`${table}.tenantId`)]
    const same = sql`${ownerId} = ${column(user, 'id')} and ${tenantId} = ${column(user, 'tenantId')}`
    const from = sql`${sql.table(table)} join ${sql.table(user.name)} on ${same}`
    return [{ user, targetId: sql.ref(`${table}.targetId`), from }]
  })

/** Nested records are deleted with their parent, so they count only if a `count` field shows them. */
const waysAmong = memoize((resources: readonly AnyResource[]) => {
  const users = resources.filter(({ scope }) => scope === 'tenant')
  return memoize((resource: AnyResource) =>
    users.flatMap(user => [...fieldWays(user, resource), ...linkWays(user, resource)]),
  )
})

const nameOf = (user: AnyResource, role: Role | null): RawBuilder<unknown> => {
  if (!mayAccess(role, user.access, 'list') || !mayRead(user, user.represent, role)) return sql`''`
  const value = compared(user, user.represent, {})
  const kind = fieldOf(user, user.represent)?.kind
  if (kind === 'reference') return sql`''`
  return kind === 'instant'
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`${value}::text`
}

interface Found {
  user: AnyResource
  usage: Usage
}

/** `3 resource rules (Holidays, Lunch, Night)` */
const describe = ({ user, usage: { count, records } }: Found): string => {
  const rest = count > records.length ? ` and ${count - records.length} more` : ''
  const names = records.flatMap(({ name }) => name || []).join(', ')
  const what = `${count} ${user.label[count === 1 ? 0 : 1].toLowerCase()}`
  return names ? `${what} (${names}${rest})` : what
}

interface Row {
  way: number
  targetId: string
  count: number
  records: Usage['records']
}

const pathParams = (user: AnyResource): RawBuilder<unknown> =>
  sql.join(pathParamNames(user.api).flatMap(name => [sql.lit(name), column(user, name)]))

export interface Going {
  resource: AnyResource
  ids: RawBuilder<unknown>
}

/** Ignores references among the records, and from those that go first. */
const findUsers = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
  going?: Going,
): Promise<Map<string, Found[]>> => {
  const { resource, resources, caller } = scope
  const ways = resource.scope === 'tenant' ? waysAmong(resources)(resource) : []
  if (ways.length === 0 || ids.length === 0) return new Map()
  const users = ways.map(({ user, targetId, from }, index) => {
    const name = nameOf(user, caller.role)
    const stays = user.name === resource.name ? sql`and not ${column(user, 'id')} = any(${ids})` : sql``
    const isLeft = user.name === going?.resource.name ? sql`and ${column(user, 'id')} not in (${going.ids})` : sql``
    return sql`select ${sql.lit(index)} as way, ${targetId} as target_id, ${column(user, 'id')} as id, ${name} as name,
      jsonb_build_object(${pathParams(user)}) as params
      from ${from} where ${equals(user, 'tenantId', caller.tenant?.id)} and ${targetId} = any(${ids}) ${stays} ${isLeft}`
  })
  const { rows } = await sql<Row>`
    select way, target_id, count(*) as count,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'params', params) order by name, id),
        ${sql.lit(`$[0 to ${shown - 1}]`)}) as records
    from (${sql.join(users, sql` union all `)}) as users group by way, target_id order by way`.execute(db)

  const byRecord = new Map<string, Found[]>()
  for (const { way, targetId, count, records } of rows) {
    const user = ways[way]?.user
    if (!user) continue
    byRecord.set(targetId, [
      ...(byRecord.get(targetId) ?? []),
      { user, usage: { resource: user.name, count, records } },
    ])
  }
  return byRecord
}

export const usagesOf = async (db: Transaction, scope: Scope, ids: readonly string[]): Promise<Map<string, Usage[]>> =>
  new Map(Array.from(await findUsers(db, scope, ids), ([id, found]) => [id, found.map(({ usage }) => usage)]))

export const usedRecords = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
  going?: Going,
): Promise<Map<string, Problem>> =>
  new Map(
    Array.from(await findUsers(db, scope, ids, going), ([id, found]) => [
      id,
      new Problem('in_use', `Still used by ${found.map(describe).join(', ')}.`, {
        extensions: { usedBy: found.map(({ usage }) => usage) },
      }),
    ]),
  )
