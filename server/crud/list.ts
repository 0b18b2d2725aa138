import { sql } from 'kysely'
import {
  type CallAccess,
  InvalidValue,
  millisOf,
  one,
  param,
  type QueryParam,
  type QueryParams,
  readChoice,
} from '../../src/contract'
import {
  type AnyResource,
  allFields,
  asReadBy,
  fieldOf,
  filteredName,
  hasRole,
  mayRead,
  parseSort,
} from '../../src/schema'
import { formatInstant } from '../../src/time/formatInstant'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { seenIds } from '../db/rowRules'
import { requireReadableMembers } from '../http/identity/apiKey'
import { rowCallerOf } from '../http/identity/caller'
import type { RouteRequest } from '../http/route'
import { calendarConditions, calendarParams } from './calendar'
import { column, compared, recordColumns, sortKey, sortSource, toRecord } from './columns'
import { contains, filterConditions, filterParams } from './filters'
import type { ResourceHooks } from './hooks'
import {
  all,
  asSeen,
  type Condition,
  isOneOf,
  parentsIn,
  requireParents,
  type Scope,
  scopeConditions,
  scopeValues,
} from './scope'
import { tabParams } from './tabs'

const maxPerPage = 100

const sortNames = (resource: AnyResource): string[] => [
  'id',
  ...Object.entries(allFields(resource)).flatMap(([name, { traits }]) => (traits.sort === 'none' ? [] : [name])),
]

const pagingParams = {
  page: param('integer', 'The page, from 1', { min: 1, max: 1_000_000_000, absent: 1 }),
  perPage: param('integer', 'How many records a page has: 25, or as many as there are `ids`', {
    min: 1,
    max: maxPerPage,
    absent: undefined,
  }),
  order: param('choice', 'The direction of the fields of `sort` that have no `-`', ['ASC', 'DESC'] as const, {
    anyCase: true,
  }),
  q: param('text', 'Records in which one of the searched fields contains this, in any letter case', { max: 200 }),
  ids: param('ids', 'Only the records with these ids'),
  updatedSince: param('moment', 'Changed at or after this'),
}

interface SortKey {
  field: string
  isReversed: boolean
}

const mostSortKeys = 5

const sortParam = (resource: AnyResource): QueryParam<SortKey[] | undefined> => {
  const names = sortNames(resource)
  return {
    schema: {
      type: 'string',
      pattern: `^(?:-?(?:${names.join('|')})(?:,(?!$)|$)){1,${mostSortKeys}}$`,
      examples: [resource.list.sort],
    },
    description: `The fields to sort by, between commas, each with \`-\` for descending; ${resource.list.sort} unless given`,
    read: (values, role) => {
      const known = sortNames(asReadBy(resource, role))
      const keys = one(values).split(',')
      if (keys.length > mostSortKeys) throw new InvalidValue('validation.tooMany', { max: mostSortKeys })
      const read = keys.map(key => {
        const isReversed = key.startsWith('-')
        return { field: readChoice(isReversed ? key.slice(1) : key, known), isReversed }
      })
      if (new Set(read.map(({ field }) => field)).size < read.length) throw new InvalidValue('validation.repeated')
      return read
    },
    absent: undefined,
  }
}

const listParams = (resource: AnyResource) => ({ ...pagingParams, sort: sortParam(resource) })

type ListQuery = { [K in keyof ReturnType<typeof listParams>]: ReturnType<typeof listParams>[K]['absent'] }

/** A list's query parameters: paging, sorting, search, tab and filters. */
export const listQueryParams = (resource: AnyResource, hooks: ResourceHooks): QueryParams => ({
  ...listParams(resource),
  ...tabParams(resource),
  ...calendarParams(resource),
  ...filterParams(resource, hooks),
})

export const summedParams = ({ page: _, perPage: __, order: ___, sort: ____, ...rest }: QueryParams) => rest

const nameMatches = ({ resource, caller }: Scope, name: string, target: AnyResource, text: string): Condition => {
  if (!hasRole(caller.role, target.access.read) || !mayRead(target, target.represent, caller.role)) return sql`false`
  const named = contains(compared(target, target.represent, {}), text)
  const ofTenant = sql`${column(target, 'tenantId')} = ${caller.tenant?.id}`
  return sql`${column(resource, name)} in (
    select ${column(target, 'id')} from ${sql.table(target.name)} where ${ofTenant} and ${named})`
}

const searchCondition = (scope: Scope, text: string): Condition => {
  const { resource, hooks } = scope
  const matches = (resource.list.search ?? []).map((name: string): Condition => {
    const field = fieldOf(resource, name)
    if (field?.kind === 'reference') return nameMatches(scope, name, field.options.to() as AnyResource, text)
    const value = compared(resource, name, hooks)
    return contains(field?.kind === 'tags' ? sql`array_to_string(${value}, chr(10))` : value, text)
  })
  return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`false`
}

const sortKeyOf = (sort: string, order?: 'ASC' | 'DESC'): SortKey => {
  const declared = parseSort(sort)
  return { field: declared.field, isReversed: !order && declared.order === 'DESC' }
}

/** SQL conditions for a list's ids, search and filters. `narrowed` adds those of the tab. */
export const listConditions = (scope: Scope, query: Readonly<Record<string, unknown>>): Condition[] => {
  const seen = asSeen(scope)
  const { resource, hooks, caller } = seen
  const { q, ids, updatedSince, sort = [] } = query as Pick<ListQuery, 'q' | 'ids' | 'updatedSince' | 'sort'>
  const filtered = Object.keys(query).filter(name => query[name] !== undefined)
  requireReadableMembers(scope.resource, caller, [
    ...filtered.map(name => filteredName(scope.resource, name)),
    ...sort.map(({ field }) => field),
  ])
  const timeZone = caller.tenant?.timeZone ?? 'UTC'
  return [
    ...(ids ? [isOneOf(resource, 'id', ids)] : []),
    ...(q ? [searchCondition(seen, q)] : []),
    ...(updatedSince
      ? [sql<boolean>`${column(resource, 'updatedAt')} >= ${formatInstant(millisOf(updatedSince, timeZone))}`]
      : []),
    ...filterConditions(resource, hooks, query, timeZone),
    ...calendarConditions(resource, hooks, query, timeZone),
  ]
}

export interface ListAnswer<R extends AnyResource> {
  records: ApiRecord<R>[]
  total: number
}

const countSql = (scope: Scope, narrowing: readonly Condition[]) => {
  const { resource, hooks, caller } = scope
  const isWhole = narrowing.length === 0 && !hooks.visible && Object.keys(scopeValues(scope)).join() === 'tenantId'
  const ids = resource.rows && isWhole ? seenIds(resource, rowCallerOf(caller)) : null
  if (ids) return sql`(select count(*) from (${ids}) as seen)`
  const conditions = all([...scopeConditions(scope), ...narrowing])
  return sql`(select count(*) from ${sql.table(resource.name)} where ${conditions})`
}

const partsOf = (scope: Scope, { sort, order }: Pick<ListQuery, 'sort' | 'order'>, conditions: Condition) => {
  const { resource, hooks, caller } = asSeen(scope)

  const keys = sort ?? [sortKeyOf(resource.list.sort, order)]
  const sources = keys.map(({ field }, index) => sortSource(resource, hooks, field, caller.tenant?.id, index))
  const direction = ({ isReversed }: SortKey) => sql.raw(isReversed ? 'DESC' : (order ?? 'ASC'))
  const [first = sortKeyOf('id')] = keys
  const ordered = sql`order by ${sql.join([
    ...keys.map(key => sql`${sortKey(resource, key.field, hooks)} ${direction(key)}`),
    sql`${column(resource, 'id')} ${direction(first)}`,
  ])}`
  const ids = (limit: number, offset: number) => sql<{ pageId: string }>`
      select page.page_id from (
        select ${sql.join([column(resource, 'id').as('pageId'), ...sources.flatMap(({ columns }) => columns)])}
        from ${sql.table(resource.name)} ${sql.join(
          sources.map(({ join }) => join),
          sql` `,
        )} where ${conditions} ${ordered} limit ${limit} offset ${offset}
      ) as page`
  return { ordered, ids }
}

/**
 * Reads the ids of at most `limit` records of a list.
 * @param query gives the order; conditions come from `narrowing`, as made by `narrowed`
 */
export const listIds = async (
  db: Transaction,
  scope: Scope,
  query: Readonly<Record<string, unknown>>,
  { narrowing, limit }: { narrowing: readonly Condition[]; limit: number },
): Promise<string[]> => {
  const { ids } = partsOf(scope, query as ListQuery, all([...scopeConditions(scope), ...narrowing]))
  const { rows } = await ids(limit, 0).execute(db)
  return rows.map(({ pageId }) => pageId)
}

const findPage = async <R extends AnyResource>(
  db: Transaction,
  scope: Scope<R>,
  query: Readonly<Record<string, unknown>>,
  narrowing: readonly Condition[],
  isLimited: boolean,
): Promise<ListAnswer<R> | null> => {
  const { resource, hooks } = asSeen(scope)
  const { page, perPage, ids } = query as ListQuery
  const within = scopeConditions(scope)
  // The policies apply the rule to the search; its condition applies only to the page's records.
  const { rows: _, ...unruled } = scope.resource
  const searched = isLimited ? scopeConditions({ ...scope, resource: unruled as R }) : within
  const conditions = all([...searched, ...narrowing])
  const limit = perPage ?? (ids ? maxPerPage : 25)
  const { ordered, ids: idsOf } = partsOf(scope, query as ListQuery, conditions)

  // Only the page's figures are computed.
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(recordColumns(resource, hooks))}, ${countSql(scope, narrowing)} as list_total
    from ${sql.table(resource.name)} where ${all([
      ...within,
      sql`${column(resource, 'id')} = any(array(${idsOf(limit, (page - 1) * limit)}))`,
    ])} ${ordered}`.execute(db)

  if (rows.length === 0) return null
  const total = Number(rows[0]?.listTotal)
  for (const row of rows) delete row.listTotal
  return { records: rows.map(row => toRecord(resource, row)), total }
}

const emptyPage = async <R extends AnyResource>(
  read: Read,
  scope: Scope<R>,
  query: Readonly<Record<string, unknown>>,
  narrowing: readonly Condition[],
): Promise<ListAnswer<R>> => {
  const isFirst = (query as ListQuery).page === 1
  if (isFirst && parentsIn(scope).length === 0) return { records: [], total: 0 }
  return read(async db => {
    await requireParents(db, scope)
    if (isFirst) return { records: [], total: 0 }
    const counted = await sql<{ total: number }>`select ${countSql(scope, narrowing)} as total`.execute(db)
    return { records: [], total: counted.rows[0]?.total ?? 0 }
  })
}

/** Runs work in a reading transaction: the `read` of a request, or `work => work(db)` in an open one. */
export type Read = RouteRequest<unknown, CallAccess, unknown, unknown>['read']

/**
 * Reads a page of a list and its total, in one statement unless the page is empty.
 * @param query as parsed by `listQueryParams`
 * @param isLimited policies narrow what the transaction reads, so they alone find the page
 * @throws Problem `not_found` for a missing parent
 */
export const listRecords = async <R extends AnyResource>(
  read: Read,
  scope: Scope<R>,
  query: Readonly<Record<string, unknown>>,
  narrowing: readonly Condition[] = listConditions(scope, query),
  { isLimited = false }: { isLimited?: boolean } = {},
): Promise<ListAnswer<R>> =>
  (await read(db => findPage(db, scope, query, narrowing, isLimited), { single: true })) ??
  emptyPage(read, scope, query, narrowing)
