import { type AnyResource, acrossParents, fieldOf, inSentence, pathParamNames, tabsOf } from '../../src/schema'
import type { Route } from '../http/route'
import type { ResourceHooks } from './hooks'
import { listRoutes, rowsText, scopesTo } from './routes'
import { belowSeen } from './scope'
import { sumsOf } from './sums'

export const routesAcross = (resource: AnyResource, hooks: ResourceHooks = {}): Route[] => {
  const across = acrossParents(resource)
  const [by = ''] = pathParamNames(resource.api)
  const field = fieldOf(resource, by)
  if (!across || field?.kind !== 'reference') return []
  const parent = field.options.to() as AnyResource
  const { list, tabs, sums } = listRoutes(across, belowSeen(resource, hooks))
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
