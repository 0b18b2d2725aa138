import { sql } from 'kysely'
import { type AnyResource, fieldOf, mayAccess, pathParamNames } from '../../../src/schema'
import type { Behaviour } from '../crud/behaviour'
import { scopeOf } from '../crud/routes'
import { all, equals, scopeConditions } from '../crud/scope'
import { defineRoute, type Route } from '../route'

/** Those of a tenant as a whole: what is within another record is counted there. */
const isCounted = ({ scope, screens, api }: AnyResource): boolean =>
  (scope === 'tenant' && screens !== undefined) || pathParamNames(api).join() === 'tenantId'

/** How many records a tenant has of each resource. */
export const recordCountsRoute = (
  resources: readonly AnyResource[],
  behaviours: Readonly<Record<string, Behaviour>>,
): Route => {
  const counted = resources.filter(isCounted)
  return defineRoute({
    method: 'GET',
    path: '/tenants/{id}/record-counts',
    access: { who: 'member', role: 'viewer', tenant: { param: 'id' } },
    runsAs: 'tenant',
    tag: 'Tenants',
    operationId: 'getRecordCounts',
    summary: 'How many records a tenant has of each resource that the caller may list',
    answer: {
      status: 200,
      description: 'One entry for each resource',
      schema: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            resource: { type: 'string', enum: counted.map(({ name }) => name) },
            total: { type: 'integer' },
            active: { type: ['integer', 'null'], description: 'Null where records are not active or inactive' },
          },
          required: ['resource', 'total', 'active'],
        },
      },
    },
    handler: async request => {
      const { caller, read } = request
      const shown = counted.filter(({ access }) => mayAccess(caller.role, access, 'list'))
      const counts = shown.map(resource => {
        const params = { tenantId: caller.tenant.id }
        const scope = { ...scopeOf(resource, behaviours[resource.name] ?? {}, request), params }
        const active = fieldOf(resource, 'isActive')
          ? sql`count(*) filter (where ${equals(resource, 'isActive', true)})`
          : sql`null::bigint`
        return sql`select ${resource.name} as resource, count(*) as total, ${active} as active
          from ${sql.table(resource.name)} where ${all(scopeConditions(scope))}`
      })
      const { rows } = await read(db => sql`${sql.join(counts, sql` union all `)}`.execute(db))
      return { status: 200, body: rows }
    },
  })
}
