import type { AnyResource } from '../../../src/schema'
import type { Behaviour } from '../crud/behaviour'
import { openApiDocument } from '../openapi/document'
import { defineRoute, type Route } from '../route'

/** The document of these routes, and of the route that answers it. */
export const openApiRoute = (
  routes: readonly Route[],
  resources: readonly AnyResource[],
  behaviours: Readonly<Record<string, Behaviour>>,
): Route => {
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    access: { who: 'anyone' },
    tag: 'Reference',
    operationId: 'getOpenApi',
    summary: 'The OpenAPI document of this API',
    answer: { status: 200, description: 'The document', schema: { type: 'object' } },
    handler: async ({ services }) => {
      const options = { title: services.productName, resources, behaviours }
      return { status: 200, body: openApiDocument([...routes, route], options) }
    },
  })
  return route
}
