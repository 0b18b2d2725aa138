import { type RawBuilder, sql } from 'kysely'
import { type AnyResource, type Fields, fieldOf, type KindOptions, pathParamNames } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { linksOf } from '../../db/links'
import { uuidSchema } from '../openapi/fieldSchema'
import { Problem } from '../problem'
import type { JsonSchema } from '../queryParams'
import { column } from './columns'
import { equals, type Scope } from './scope'

/** Records of one resource that refer to a record. */
export interface Usage {
  resource: string
  count: number
  /** A few of them, each with the parameters of its path. */
  records: { id: string; name: string; params: Record<string, string> }[]
}

export const usageSchema: JsonSchema = {
  type: 'object',
  properties: {
    resource: { type: 'string', description: 'The name of the resource, such as variants' },
    count: { type: 'integer' },
    records: {
      type: 'array',
      description: 'A few of them',
      items: {
        type: 'object',
        properties: {
          id: uuidSchema,
          name: { type: 'string' },
          params: { type: 'object', description: 'The parameters of its path', additionalProperties: uuidSchema },
        },
        required: ['id', 'name', 'params'],
      },
    },
  },
  required: ['resource', 'count', 'records'],
}

/** How many records are named. */
const shown = 3

/** A way in which records of `user` refer to others: the id of the one, and the tables to look in. */
interface Way {
  user: AnyResource
  targetId: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

const isCounted = (resource: AnyResource, user: AnyResource, by: string): boolean =>
  Object.values(resource.fields as Fields).some(({ kind, options }) => {
    const { of, by: counted } = options as KindOptions['count']
    return kind === 'count' && of().name === user.name && counted === by
  })

/** Every way in which records of a tenant may refer to those of `resource`. What lives and dies with it counts only if it is shown. */
const waysTo = ({ resource, resources }: Scope): Way[] =>
  resources
    .filter(({ scope }) => scope === 'tenant')
    .flatMap(user => {
      const fields = Object.entries(user.fields as Fields).flatMap(([name, field]): Way[] => {
        if (field.kind !== 'reference' || field.computed || field.options.to().name !== resource.name) return []
        if (pathParamNames(user.api).includes(name) && !isCounted(resource, user, name)) return []
        return [{ user, targetId: column(user, name), from: sql.table(user.name) }]
      })
      const links = linksOf(user).flatMap(({ table, target }): Way[] => {
        if (target.name !== resource.name) return []
        const [ownerId, tenantId] = [sql.ref(`${table}.ownerId`), sql.ref(`${table}.tenantId`)]
        const same = sql`${ownerId} = ${column(user, 'id')} and ${tenantId} = ${column(user, 'tenantId')}`
        const from = sql`${sql.table(table)} join ${sql.table(user.name)} on ${same}`
        return [{ user, targetId: sql.ref(`${table}.targetId`), from }]
      })
      return [...fields, ...links]
    })

/** What a record is called, as the API answers it; nothing where another record stands for it. */
const nameOf = (user: AnyResource): RawBuilder<unknown> => {
  const value = column(user, user.represent)
  const kind = fieldOf(user, user.represent)?.kind
  if (kind === 'reference') return sql`''`
  return kind === 'instant'
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    : sql`${value}::text`
}

interface Found {
  user: AnyResource
  usage: Usage
}

/** `3 resource rules (Holidays, Lunch, Night)` */
const describe = ({ user, usage: { count, records } }: Found): string => {
  const rest = count > records.length ? ` and ${count - records.length} more` : ''
  const names = records.map(({ name }) => name).join(', ')
  return `${count} ${user.label[count === 1 ? 0 : 1].toLowerCase()} (${names}${rest})`
}

interface Row {
  way: number
  targetId: string
  count: number
  records: Usage['records']
}

/** The members of a JSON object with the parameters of a record's path. */
const pathParams = (user: AnyResource): RawBuilder<unknown> =>
  sql.join(pathParamNames(user.api).flatMap(name => [sql.lit(name), column(user, name)]))

/**
 * What refers to these records, by their ids: one statement. Those among the records themselves do not count, since they go
 * along.
 */
const findUsers = async (db: Transaction, scope: Scope, ids: readonly string[]): Promise<Map<string, Found[]>> => {
  const { resource, caller } = scope
  const ways = resource.scope === 'tenant' ? waysTo(scope) : []
  if (ways.length === 0 || ids.length === 0) return new Map()
  const users = ways.map(({ user, targetId, from }, index) => {
    const name = nameOf(user)
    const stays = user.name === resource.name ? sql`and not ${column(user, 'id')} = any(${ids})` : sql``
    return sql`select ${sql.lit(index)} as way, ${targetId} as target_id, ${column(user, 'id')} as id, ${name} as name,
      jsonb_build_object(${pathParams(user)}) as params
      from ${from} where ${equals(user, 'tenantId', caller.tenant?.id)} and ${targetId} = any(${ids}) ${stays}`
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

/** What refers to each of these records, and keeps it from being deleted. */
export const usagesOf = async (db: Transaction, scope: Scope, ids: readonly string[]): Promise<Map<string, Usage[]>> =>
  new Map(Array.from(await findUsers(db, scope, ids), ([id, found]) => [id, found.map(({ usage }) => usage)]))

/** Which of these records others refer to, with what refers to them. */
export const usedRecords = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Problem>> =>
  new Map(
    Array.from(await findUsers(db, scope, ids), ([id, found]) => [
      id,
      new Problem('in_use', `Still used by ${found.map(describe).join(', ')}.`, {
        extensions: { usedBy: found.map(({ usage }) => usage) },
      }),
    ]),
  )
