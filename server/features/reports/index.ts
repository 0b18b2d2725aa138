import type { Subject } from '../../crud/product'
import { figuresRoute, measuresRoute } from './reportRoutes'

export const reports: Subject = { routes: [measuresRoute, figuresRoute] }
