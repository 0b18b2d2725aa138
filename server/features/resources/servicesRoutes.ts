import { calls } from '../../../src/calls'
import { bookableResources } from '../../../src/resources/resources'
import { findRecord, implement, scopeOf } from '../../serve'
import { resourcesHooks } from './resourcesHooks'
import { servicesOf, setServices } from './services'

export const servicesRoutes = [
  implement(calls.resources.listServices, ({ query, caller, read }) =>
    read(async db => ({ services: await servicesOf(db, caller, query.resourceId) })),
  ),
  implement(calls.resources.setServices, request =>
    request.write(async unit => {
      const { params, caller, body } = request
      const scope = scopeOf(bookableResources, resourcesHooks, request)
      await findRecord(unit.db, scope, params.id, { lock: true })
      await setServices(unit, scope, params.id, body.variantIds)
      return { services: await servicesOf(unit.db, caller, params.id) }
    }),
  ),
]
