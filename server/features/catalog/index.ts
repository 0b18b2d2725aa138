import type { Subject } from '../../serve'
import { catalogItemRoutes } from './catalogItemRoutes'
import { catalogItemsHooks } from './catalogItemsHooks'
import { variantsHooks } from './variantsHooks'

export const catalog: Subject = {
  hooks: { catalogItems: catalogItemsHooks, variants: variantsHooks },
  routes: catalogItemRoutes,
}
