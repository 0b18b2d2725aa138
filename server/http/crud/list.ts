import { sql } from 'kysely'
import { type AnyResource, allFields, type FieldKind, parseSort } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { isUuid } from '../identity/caller'
import { choiceParam, InvalidValue, integerParam, type QueryParam, type QueryParams, textParam } from '../queryParams'
import type { ApiRecord } from './apiRecord'
import type { Behaviour } from './behaviour'
import { column, recordColumns, sortKey, sortSource, toRecord } from './columns'
import { filterConditions, filterParams } from './filters'
import { all, type Condition, isOneOf, requireParents, type Scope, scopeConditions } from './scope'

const maxPerPage = 100

/** Ids, repeated or separated by commas. What is no UUID is left out: it names no record. */
export const idsParam: QueryParam<string[] | undefined> = {
  schema: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: maxPerPage },
  description: 'Only the records with these ids; repeated, or separated by commas',
  read: values => {
    const ids = Array.from(new Set(values.flatMap(value => value.toLowerCase().split(',')).filter(Boolean)))
    if (ids.length > maxPerPage) throw new InvalidValue('validation.tooMany', { max: maxPerPage })
    return ids
  },
  absent: undefined,
}

/** Kinds without an order that anybody would expect. */
const unsortable: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'tags',
  'weekdays',
  'references',
  'weeklyHours',
  'dateOverrides',
  'group',
  'items',
  'typed',
])

const sortNames = (resource: AnyResource): string[] => [
  'id',
  ...Object.entries(allFields(resource)).flatMap(([name, { kind }]) => (unsortable.has(kind) ? [] : [name])),
]

const pagingParams = {
  page: integerParam('The page, from 1', { min: 1, max: 1_000_000_000, absent: 1 }),
  perPage: integerParam('How many records a page has: 25, or as many as there are `ids`', {
    min: 1,
    max: maxPerPage,
    absent: undefined,
  }),
  order: choiceParam('The direction of `sort`', ['ASC', 'DESC'] as const, { anyCase: true }),
  q: textParam('Records in which one of the searched fields contains this, in any letter case', { max: 200 }),
  ids: idsParam,
}

const listParams = (resource: AnyResource) => ({
  ...pagingParams,
  sort: choiceParam(`The field to sort by; ${resource.list.sort} unless given`, sortNames(resource)),
})

type ListQuery = { [K in keyof ReturnType<typeof listParams>]: ReturnType<typeof listParams>[K]['absent'] }

/** Every query parameter of a resource's list. */
export const listQueryParams = (resource: AnyResource, behaviour: Behaviour): QueryParams => ({
  ...listParams(resource),
  ...filterParams(resource, behaviour),
})

const searchCondition = (resource: AnyResource, text: string): Condition => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = (resource.list.search ?? []).map(name => sql`${column(resource, name)} ilike ${pattern}`)
  return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`false`
}

export interface ListAnswer {
  records: ApiRecord[]
  /** Of all pages. */
  total: number
}

/**
 * One page of a resource's records: one statement, except for a page that is empty.
 * @param query as `listQueryParams` reads it
 * @throws Problem `not_found` for a parent that does not exist
 */
export const listRecords = async (
  db: Transaction,
  scope: Scope,
  query: Readonly<Record<string, unknown>>,
): Promise<ListAnswer> => {
  const { resource, behaviour, caller } = scope
  const { page, perPage, sort, order, q, ids } = query as ListQuery
  const conditions = all([
    ...scopeConditions(scope),
    ...(ids ? [isOneOf(resource, 'id', ids.filter(isUuid))] : []),
    ...(q ? [searchCondition(resource, q)] : []),
    ...filterConditions(resource, behaviour, query, caller.tenant?.timeZone ?? 'UTC'),
  ])
  const limit = perPage ?? (ids ? maxPerPage : 25)
  const offset = (page - 1) * limit
  const declared = parseSort(resource.list.sort)
  const direction = sql.raw(order ?? (sort ? 'ASC' : declared.order))
  const table = sql.table(resource.name)
  const count = sql`(select count(*) from ${table} where ${conditions})`

  const sortField = sort ?? declared.field
  const figures = sortSource(resource, behaviour, sortField, caller.tenant?.id)
  const ordered = sql`order by ${sortKey(resource, sortField)} ${direction}, ${column(resource, 'id')} ${direction}`

  // The page's ids first: figures are worked out for its records alone, and not for those that `offset` skips.
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(recordColumns(resource, behaviour))}, ${count} as list_total
    from ${table} where ${all([
      ...scopeConditions(scope),
      sql`${column(resource, 'id')} = any(array(
      select page.page_id from (
        select ${sql.join([column(resource, 'id').as('pageId'), ...figures.columns])}
        from ${table} ${figures.join} where ${conditions} ${ordered} limit ${limit} offset ${offset}
      ) as page
    ))`,
    ])} ${ordered}`.execute(db)

  if (rows.length > 0) {
    const records = rows.map(({ listTotal: _, ...row }) => toRecord(resource, row))
    return { records, total: Number(rows[0]?.listTotal) }
  }
  await requireParents(db, scope)
  if (page === 1) return { records: [], total: 0 }
  const counted = await sql<{ total: number }>`select ${count} as total`.execute(db)
  return { records: [], total: counted.rows[0]?.total ?? 0 }
}
