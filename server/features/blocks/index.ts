import type { Subject } from '../../serve'
import { blockRoutes } from './blockRoutes'
import { blocksHooks } from './blocksHooks'

export const blocks: Subject = {
  hooks: { blocks: blocksHooks },
  without: { blocks: ['tabs', 'updateMany', 'deleteMany', 'usageOfMany'] },
  routes: blockRoutes,
}
