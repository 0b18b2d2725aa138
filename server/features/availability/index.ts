import type { Subject } from '../../crud/product'
import { availabilityRoutes } from './availabilityRoutes'
import { simulateRoute } from './simulateRoute'

export const availability: Subject = { routes: [...availabilityRoutes, simulateRoute] }
