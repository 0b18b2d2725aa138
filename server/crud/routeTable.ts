import { docsRoutes } from '../http/openapi/docsRoutes'
import type { Route } from '../http/route'
import { routesAcross } from './across'
import { actionRoutes } from './actions'
import { assignmentRoutes } from './assignments'
import { auditLogRoutes } from './audit/auditLogRoutes'
import { takeBackRoutes } from './audit/takeBackRoutes'
import { exportRoutes } from './exports/exportRoutes'
import { fileRoutes } from './files/fileRoutes'
import { uploadRoutes } from './files/uploadRoutes'
import type { ResourceHooks } from './hooks'
import { importRoutes } from './imports/importRoutes'
import { openApiRoute } from './openApi'
import type { Product } from './product'
import { hookProblems, scopeProblems, takeBackProblems } from './productProblems'
import { recordCountsRoute } from './recordCounts'
import { resourceRoutes } from './routes'
import { searchRoute } from './search'
import { setupRoutes } from './setup/setupRoutes'
import { singletonRoutes } from './singleton'
import { trashRoutes } from './trash/trashRoutes'

type RoutedProduct = Pick<
  Product,
  'resources' | 'hooks' | 'without' | 'routes' | 'apiScopes' | 'problemCodes' | 'events' | 'templates'
>

const actingAs =
  ({ beyondRows }: ResourceHooks = {}) =>
  (route: Route): Route =>
    beyondRows && route.method !== 'GET' ? { ...route, beyondRows } : route

const addressOf = ({ method, path }: Route): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`

/** @throws if the server lacks parts that the declarations need */
export const routeTable = (product: RoutedProduct): Route[] => {
  const { resources, hooks, without } = product
  const problems = [...hookProblems(product), ...takeBackProblems(product)]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const written = new Set(product.routes.map(addressOf))
  const routes = [
    ...resources
      .flatMap(resource =>
        (resource.kind === 'singleton'
          ? singletonRoutes(resource, hooks[resource.name])
          : resourceRoutes(resource, hooks[resource.name], { without: without[resource.name] ?? [] })
        ).map(actingAs(hooks[resource.name])),
      )
      .filter(route => !written.has(addressOf(route))),
    ...product.routes,
    ...resources.flatMap(resource => actionRoutes(resource, hooks).map(actingAs(hooks[resource.name]))),
    ...resources.flatMap(resource => assignmentRoutes(resource, hooks)),
    ...resources.flatMap(resource => routesAcross(resource, hooks[resource.name])),
    ...resources.flatMap(resource => trashRoutes(resource, hooks).map(actingAs(hooks[resource.name]))),
    ...resources.flatMap(uploadRoutes),
    ...fileRoutes,
    recordCountsRoute(resources, hooks),
    searchRoute(resources, hooks),
    ...auditLogRoutes,
    ...takeBackRoutes(hooks),
    ...importRoutes(hooks),
    ...exportRoutes(resources, hooks),
    ...setupRoutes(hooks, product.templates),
    ...docsRoutes(product.problemCodes),
  ]
  const addresses = routes.map(addressOf)
  const repeated = addresses.filter((address, index) => addresses.indexOf(address) !== index)
  const mistakes = [...repeated.map(address => `Two routes answer ${address}.`), ...scopeProblems(routes, product)]
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return [...routes, openApiRoute(routes, product)]
}
