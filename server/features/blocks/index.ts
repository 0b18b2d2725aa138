import type { Subject } from '../../serve'
import { blockRoutes } from './blockRoutes'
import { blocksHooks } from './blocksHooks'
import { blockWrites } from './writeBlock'

export const blocks: Subject = {
  beyondRows: true,
  hooks: { blocks: { ...blocksHooks, writes: blockWrites } },
  without: { blocks: ['tabs', 'updateMany', 'deleteMany', 'usageOfMany'] },
  routes: blockRoutes,
}
