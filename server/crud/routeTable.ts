import { docsRoutes } from '../http/openapi/docsRoutes'
import type { Route } from '../http/route'
import { actionRoutes } from './actions'
import { assignmentRoutes } from './assignments'
import { auditLogRoutes } from './audit/auditLogRoutes'
import { fileRoutes } from './files/fileRoutes'
import { uploadRoutes } from './files/uploadRoutes'
import { openApiRoute } from './openApi'
import type { Product } from './product'
import { hookProblems, scopeProblems } from './productProblems'
import { recordCountsRoute } from './recordCounts'
import { resourceRoutes } from './routes'
import { singletonRoutes } from './singleton'

/**
 * Generated and hand-written.
 * @throws when the server lacks parts that the declarations need
 */
export const routeTable = (product: Omit<Product, 'callerColumns'>): Route[] => {
  const { resources, hooks, routes: own } = product
  const problems = hookProblems(product)
  if (problems.length > 0) throw new Error(problems.join('\n'))
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
    ...resources.flatMap(uploadRoutes),
    ...fileRoutes,
    recordCountsRoute(resources, hooks),
    ...auditLogRoutes,
    ...docsRoutes(product.problemCodes),
  ]
  const unscoped = scopeProblems(routes, product)
  if (unscoped.length > 0) throw new Error(unscoped.join('\n'))
  return [...routes, openApiRoute(routes, product)]
}
