import { useCanAccess, useGetList } from 'ra-core'
import { useEffect } from 'react'
import { catalogItems } from '../../resources/catalogItems'
import { memberships } from '../../resources/memberships'
import { tenants } from '../../resources/tenants'
import { variants } from '../../resources/variants'
import type { AnyResource } from '../../schema'
import { relatedParams } from '../list/relatedParams'
import { loadAsideOf } from './asideOf'

/** The related list of an aside, and the parameter of its path that is the record's id. */
const relatedLists: Readonly<Record<string, { resource: AnyResource; parameter: string }>> = {
  [catalogItems.name]: { resource: variants, parameter: 'catalogItemId' },
  [tenants.name]: { resource: memberships, parameter: 'tenantId' },
}

/** Loads what stands under the form of a record side by side with the record itself: its code, and its related list. */
export const usePreloadedAside = (resource: AnyResource, id: string): void => {
  const related = relatedLists[resource.name]
  const { resource: target, parameter } = related ?? { resource, parameter: 'id' }
  const { canAccess = false } = useCanAccess({ resource: target.name, action: 'list' })
  const { perPage, sort } = relatedParams(target)
  useEffect(() => void loadAsideOf(resource), [resource])
  // The list itself says what went wrong.
  useGetList(
    target.name,
    { pagination: { page: 1, perPage }, sort, filter: {}, meta: { [parameter]: id } },
    { enabled: related !== undefined && canAccess, retry: false, onError: () => {} },
  )
}
