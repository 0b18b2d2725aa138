import { docsRoutes } from '../http/openapi/docsRoutes'
import type { Route } from '../http/route'
import { actionRoutes, missingActions } from './actions'
import { assignmentRoutes } from './assignments'
import { auditLogRoutes } from './audit/auditLogRoutes'
import { openApiRoute } from './openApi'
import type { Product } from './product'
import { recordCountsRoute } from './recordCounts'
import { resourceRoutes } from './routes'
import { singletonRoutes } from './singleton'

/**
 * Every route of a product's API, generated and hand-written. The router, the reference page and the generated tests use it.
 * @throws when the server has no function for a declared action
 */
export const routeTable = (product: Omit<Product, 'callerColumns'>): Route[] => {
  const { resources, hooks, routes: own } = product
  const missing = missingActions(resources, hooks)
  if (missing.length > 0) throw new Error(missing.join(' '))
  const routes = [
    ...own.first,
    ...resources.flatMap(
      resource =>
        product.resourceRoutes[resource.name] ??
        (resource.kind === 'singleton' ? singletonRoutes : resourceRoutes)(resource, hooks[resource.name]),
    ),
    ...own.last,
    ...resources.flatMap(resource => actionRoutes(resource, hooks[resource.name] ?? {})),
    ...resources.flatMap(resource => assignmentRoutes(resource, hooks)),
    recordCountsRoute(resources, hooks),
    ...auditLogRoutes,
    ...docsRoutes,
  ]
  return [...routes, openApiRoute(routes, product)]
}
