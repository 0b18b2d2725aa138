import { sql } from 'kysely'
import {
  answerSchema,
  type JsonSchema,
  param,
  type QueryParam,
  type QueryParams,
  type TabTotals,
  tabTotalsSchema,
} from '../../src/contract'
import { type AnyResource, asReadBy, tabsOf } from '../../src/schema'
import { tabFilter } from '../../src/schema/tabFilter'
import { formatInstant } from '../../src/time/formatInstant'
import { formatLocalDate } from '../../src/time/localDate'
import { zoneOf } from '../../src/time/Zone'
import type { Transaction } from '../db/database'
import type { Caller } from '../http/identity/caller'
import type { Services } from '../http/services'
import { all, type Condition, requireParents, type Scope, scopeConditions } from './scope'

type Query = Readonly<Record<string, unknown>>

interface Asking {
  caller: Caller
  services: Pick<Services, 'now'>
}

const tabNames = (resource: AnyResource): string[] => tabsOf(resource).map(([name]) => name)

export const tabParams = (resource: AnyResource): { tab?: QueryParam<string | undefined> } => {
  if (tabNames(resource).length === 0) return {}
  const of = (names: readonly string[]) => param('choice', 'Only this part of the list', names)
  return {
    tab: {
      ...of(tabNames(resource)),
      read: (values, role) => of(tabNames(asReadBy(resource, role))).read(values, role),
    },
  }
}

/** @throws if the tab filters by an unknown parameter */
const tabQuery = (resource: AnyResource, params: QueryParams, name: string, { caller, services }: Asking): Query => {
  const tab = tabsOf(resource).find(([each]) => each === name)?.[1]
  if (!tab) return {}
  const now = services.now()
  const today = formatLocalDate(zoneOf(caller.tenant?.timeZone ?? 'UTC').dayOf(now))
  return Object.fromEntries(
    Object.entries(tabFilter(resource, tab, today, formatInstant(now))).map(([key, value]) => {
      const param = params[key]
      if (!param) throw new Error(`${resource.name}: the part ${name} filters by ${key}, which the list does not take.`)
      return [key, param.read([value].flat(), caller.role)]
    }),
  )
}

interface Narrowing extends Asking {
  resource: AnyResource
  params: QueryParams
  conditionsOf: (query: Query) => Condition[]
}

/** SQL conditions for a list's query and tab. */
export const narrowed = (query: Query, { resource, params, conditionsOf, ...asking }: Narrowing): Condition[] => {
  const { tab, ...others } = query
  return [
    ...conditionsOf(others),
    ...(typeof tab === 'string' ? conditionsOf(tabQuery(resource, params, tab, asking)) : []),
  ]
}

/**
 * Counts the records of each tab; the whole list counts under the empty name.
 * @throws Problem `not_found` for a missing parent
 */
export const countTabs = async (
  db: Transaction,
  scope: Scope,
  query: Query,
  narrowing: Narrowing,
): Promise<TabTotals> => {
  const tabs = tabNames(asReadBy(scope.resource, scope.caller.role))
  const within = tabs.map(tab => all([sql`true`, ...narrowed({ tab }, narrowing)]))
  const totals = within.map((condition, index) => sql`count(*) filter (where ${condition}) as ${sql.ref(`t${index}`)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join([sql`count(*) as "all"`, ...totals])}
    from ${sql.table(scope.resource.name)}
    where ${all([...scopeConditions(scope), ...narrowed(query, narrowing)])}`.execute(db)
  await requireParents(db, scope)
  const totalOf = (column: string) => Number(rows[0]?.[column] ?? 0)
  return {
    tabs: [{ tab: '', total: totalOf('all') }, ...tabs.map((tab, index) => ({ tab, total: totalOf(`t${index}`) }))],
  }
}

/** The declared answer of a route that returns `countTabs`. */
export const tabsAnswer: { status: 200; description: string; schema: JsonSchema } = {
  status: 200,
  description: 'One entry for each part',
  schema: answerSchema(tabTotalsSchema),
}
