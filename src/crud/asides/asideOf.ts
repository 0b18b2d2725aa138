import { type ComponentType, lazy } from 'react'
import { catalogItems } from '../../resources/catalogItems'
import { tenants } from '../../resources/tenants'
import type { AnyResource } from '../../schema'

/** All there are, by resource; each finds the record in its context. */
const asides: Readonly<Record<string, ComponentType>> = {
  [catalogItems.name]: lazy(() => import('./CatalogItemVariants')),
  [tenants.name]: lazy(() => import('./TenantMembers')),
}

/** What stands under the form of an existing record on its page: related lists, calls beyond saving. */
export const asideOf = ({ name }: AnyResource): ComponentType | undefined => asides[name]
