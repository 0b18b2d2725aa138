import type { Subject } from '../../serve'
import { customerActionsHooks } from './customerActionsHooks'
import { customerRoutes } from './customerRoutes'
import { retention } from './retention'

export const customers: Subject = {
  beyondRows: true,
  hooks: { customers: customerActionsHooks },
  routes: customerRoutes,
  jobs: [retention],
}
