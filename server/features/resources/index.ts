import type { Subject } from '../../crud/product'
import { impactRoute } from './impactRoute'
import { reassignRoute } from './reassignRoute'
import { resourcesHooks } from './resourcesHooks'

export const bookableResources: Subject = { hooks: { resources: resourcesHooks }, routes: [impactRoute, reassignRoute] }
