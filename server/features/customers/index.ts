import type { Subject } from '../../serve'
import { customerRoutes } from './customerRoutes'
import { customersHooks } from './customersHooks'
import { retention } from './retention'

export const customers: Subject = {
  beyondRows: true,
  hooks: { customers: customersHooks },
  routes: customerRoutes,
  jobs: [retention],
}
