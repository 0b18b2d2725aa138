import { sql } from 'kysely'
import { type AnyResource, acrossParents, fieldOf, inSentence, pathParamNames, tabsOf } from '../../src/schema'
import { rowCondition } from '../db/rowRules'
import { rowCallerOf } from '../http/identity/caller'
import type { Route } from '../http/route'
import { column } from './columns'
import type { ResourceHooks } from './hooks'
import { listRoutes, rowsText, scopesTo } from './routes'
import { all } from './scope'
import { sumsOf } from './sums'

/** Routes for nested records, over all parents that the caller sees. */
export const routesAcross = (resource: AnyResource, hooks: ResourceHooks = {}): Route[] => {
  const across = acrossParents(resource)
  const [by = ''] = pathParamNames(resource.api)
  const field = fieldOf(resource, by)
  if (!across || field?.kind !== 'reference') return []
  const parent = field.options.to() as AnyResource
  const visible: ResourceHooks['visible'] = caller => {
    const own = hooks.visible?.(caller)
    const rule = rowCondition(parent, 'read', rowCallerOf(caller))
    const isBelowSeen = sql<boolean>`exists (select from ${sql.table(parent.name)} where ${rule}
      and ${column(parent, 'tenantId')} = ${caller.tenant?.id} and ${column(parent, 'id')} = ${column(resource, by)})`
    return all([...(own ? [own] : []), ...(rule ? [isBelowSeen] : [])])
  }
  const { list, tabs, sums } = listRoutes(across, { ...hooks, visible })
  const description = rowsText(resource, 'list')
  return [list, ...(tabsOf(resource).length > 0 ? [tabs] : []), ...(sumsOf(resource).length > 0 ? [sums] : [])].map(
    route => ({
      ...route,
      operationId: route.operationId.replace(/^(list|count|sum)/, '$1All'),
      summary: `${route.summary}, below all ${inSentence(parent.label[1])}`,
      ...(description && { description }),
      scopes: scopesTo(resource, 'list'),
    }),
  )
}
