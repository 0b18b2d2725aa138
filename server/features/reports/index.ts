import type { Subject } from '../../serve'
import { figuresRoute, measuresRoute } from './reportRoutes'
import { weekMails } from './weekMails'

export const reports: Subject = { routes: [measuresRoute, figuresRoute], jobs: [weekMails] }
