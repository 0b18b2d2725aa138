import type { Subject } from '../../serve'
import { figuresRoute, measuresRoute } from './reportRoutes'

export const reports: Subject = { routes: [measuresRoute, figuresRoute] }
