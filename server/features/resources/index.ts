import type { Subject } from '../../serve'
import { impactRoute } from './impactRoute'
import { reassignRoute } from './reassignRoute'
import { resourcesHooks } from './resourcesHooks'
import { servicesRoutes } from './servicesRoutes'

export const bookableResources: Subject = {
  beyondRows: true,
  hooks: { resources: resourcesHooks },
  routes: [impactRoute, reassignRoute, ...servicesRoutes],
}
