import { sql } from 'kysely'
import type { AnswerOf } from '../../src/contract'
import { recordCounts } from '../../src/contract/calls/recordCounts'
import { type AnyResource, fieldOf, mayAccess, pathParamNames } from '../../src/schema'
import { implement } from '../http/implement'
import type { Route } from '../http/route'
import type { ResourceHooks } from './hooks'
import { scopeOf } from './routes'
import { all, equals, scopeConditions } from './scope'

type RecordCount = AnswerOf<typeof recordCounts>[number]

const isCounted = ({ kind, scope, screens, api }: AnyResource): boolean =>
  (kind !== 'singleton' && scope === 'tenant' && screens !== undefined) || pathParamNames(api).join() === 'tenantId'

export const recordCountsRoute = (
  resources: readonly AnyResource[],
  allHooks: Readonly<Record<string, ResourceHooks>>,
): Route => {
  const counted = resources.filter(isCounted)
  return implement(recordCounts, async request => {
    const { caller, read } = request
    const shown = counted.filter(({ access }) => mayAccess(caller.role, access, 'list'))
    const counts = shown.map(resource => {
      const params = { tenantId: caller.tenant.id }
      const scope = { ...scopeOf(resource, allHooks[resource.name] ?? {}, request), params }
      const active = fieldOf(resource, 'isActive')
        ? sql`count(*) filter (where ${equals(resource, 'isActive', true)})`
        : sql`null::bigint`
      return sql`select ${resource.name} as resource, count(*) as total, ${active} as active
          from ${sql.table(resource.name)} where ${all(scopeConditions(scope))}`
    })
    const { rows } = await read(db => sql<RecordCount>`${sql.join(counts, sql` union all `)}`.execute(db))
    return rows
  })
}
