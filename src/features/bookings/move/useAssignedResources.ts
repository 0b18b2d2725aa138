import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { Booking } from '../../../resources/bookings'
import { availabilityKey } from '../../../resources/effects'
import type { SlotwiseDataProvider } from '../../../show'

export interface AssignedResource {
  resourceId: string
  resourceName: string
  resourceTypeId: string
}

const none: readonly AssignedResource[] = []

/** By priority; undefined while they load, empty after an error. */
export const useResourcesOf = (
  variant: Pick<Booking, 'catalogItemId' | 'variantId'> | null,
): readonly AssignedResource[] | undefined => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const path = '/catalog-items/{catalogItemId}/variants/{variantId}/resources'
  const params = { catalogItemId: variant?.catalogItemId ?? '', variantId: variant?.variantId ?? '' }
  const { data, isError } = useQuery({
    queryKey: [availabilityKey, path, params],
    queryFn: ({ signal }) => dataProvider.request<AssignedResource[]>('GET', path, { params, signal }),
    staleTime: 30_000,
    retry: false,
    enabled: variant !== null,
  })
  return isError ? none : data
}

/** Its variant's by priority, then its others. */
export const useAssignedResources = ({ catalogItemId, variantId, resources }: Booking): readonly AssignedResource[] => {
  const data = useResourcesOf({ catalogItemId, variantId }) ?? none
  const taken = resources
    .filter(({ resourceId }) => !data.some(one => one.resourceId === resourceId))
    .map(({ name, ...one }) => ({ ...one, resourceName: name }))
  return [...data, ...taken]
}
