import type { Subject } from '../../serve'
import { availabilityRoutes } from './availabilityRoutes'
import { simulateRoute } from './simulateRoute'

export const availability: Subject = {
  beyondRows: true,
  routes: [...availabilityRoutes, simulateRoute],
}
