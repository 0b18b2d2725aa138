import type { Subject } from '../../crud/product'
import { catalogItemRoutes } from './catalogItemRoutes'
import { catalogItemsHooks } from './catalogItemsHooks'
import { variantsHooks } from './variantsHooks'

export const catalog: Subject = {
  hooks: { catalogItems: catalogItemsHooks, variants: variantsHooks },
  routes: catalogItemRoutes,
}
