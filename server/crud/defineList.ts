import { type JsonSchema, type QueryParams, ref, singularName } from '../../src/contract'
import type { AnyResource } from '../../src/schema'
import type { Transaction } from '../db/database'
import type { Services } from '../http/services'
import type { ResourceHooks } from './hooks'
import { type ListAnswer, listConditions, listIds, listQueryParams, listRecords, type Read, summedParams } from './list'
import { all, type Condition, type Scope, scopeConditions } from './scope'
import { countTabs, narrowed, tabsAnswer } from './tabs'

type Query = Readonly<Record<string, unknown>>

interface ListOptions<R extends AnyResource, Q> {
  scope: (request: Q) => Scope<R>
  /** Those that decide on declared query parameters. */
  hooks?: ResourceHooks
  /** Query parameters beside the declared ones. */
  params?: QueryParams
  /** Declared parameters that `conditions` answers. */
  replaces?: readonly string[]
  /** SQL conditions for `params` and `replaces`. */
  conditions?: (request: Q, query: Query) => Condition[]
}

/**
 * A resource's list for routes: its query parameters, pages, ids, and totals by tab.
 *
 * @example
 * const loanList = defineList(loans, {
 *   scope: loanScope,
 *   params: { author: param('text', 'Of books by this author', { max: 80 }) },
 *   conditions: (request, { author }) => (author ? [sql`${authorOf} = ${author}`] : []),
 * })
 * const { records, total } = await loanList.page(request, request.query)
 */
export const defineList = <R extends AnyResource, Q extends { services: Pick<Services, 'now'> }>(
  resource: R,
  { scope, hooks = {}, params: own = {}, replaces = [], conditions = () => [] }: ListOptions<R, Q>,
) => {
  const params: QueryParams = { ...listQueryParams(resource, hooks), ...own }
  const { tab: _, ...untabbed } = summedParams(params)
  const owned = new Set([...Object.keys(own), ...replaces])
  const declared = (query: Query): Query =>
    owned.size === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !owned.has(name)))

  const narrowing = (request: Q) => {
    const within = scope(request)
    const conditionsOf = (query: Query) => [...conditions(request, query), ...listConditions(within, declared(query))]
    return { resource, params, conditionsOf, caller: within.caller, services: request.services }
  }
  const conditionsOf = (request: Q, query: Query): Condition[] => narrowed(query, narrowing(request))

  return {
    params,
    /** What `page` answers. */
    answer: {
      status: 200 as const,
      description: 'The page',
      schema: { type: 'array', items: ref(singularName(resource)) } as JsonSchema,
      headers: 'X-Total-Count' as const,
    },
    /** What `countTabs` is asked and answers. */
    tabs: { query: untabbed, answer: tabsAnswer },
    /** SQL conditions for a query and its tab. */
    conditionsOf,
    /** SQL condition: the list has the record. */
    has: (request: Q, query: Query): Condition =>
      all([...scopeConditions(scope(request)), ...conditionsOf(request, query)]),
    /**
     * @param within narrower than `scope`, with the same hooks
     * @throws Problem `not_found` for a parent that is not there
     */
    page: (request: Q & { read: Read }, query: Query, within: Scope<R> = scope(request)): Promise<ListAnswer<R>> =>
      listRecords(request.read, within, query, conditionsOf(request, query)),
    /** In the list's order, at most `limit`. */
    ids: (db: Transaction, request: Q, query: Query, limit: number): Promise<string[]> =>
      listIds(db, scope(request), query, { narrowing: conditionsOf(request, query), limit }),
    /** Totals by tab under the query's other filters. */
    countTabs: (db: Transaction, request: Q, query: Query) => countTabs(db, scope(request), query, narrowing(request)),
  }
}
