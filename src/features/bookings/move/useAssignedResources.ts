import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import type { Booking } from '../../../resources/bookings'
import { availabilityKey } from '../../../resources/effects'

export interface AssignedResource {
  resourceId: string
  resourceName: string
  resourceTypeId: string
}

/** The resources that a booking's variant allows, and those that it takes, in the order of their priority. */
export const useAssignedResources = ({ catalogItemId, variantId, resources }: Booking): readonly AssignedResource[] => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const path = '/catalog-items/{catalogItemId}/variants/{variantId}/resources'
  const params = { catalogItemId, variantId }
  const { data = [] } = useQuery({
    queryKey: [availabilityKey, path, params],
    queryFn: ({ signal }) => dataProvider.request<AssignedResource[]>('GET', path, { params, signal }),
    staleTime: 30_000,
    retry: false,
  })
  const taken = resources
    .filter(({ resourceId }) => !data.some(one => one.resourceId === resourceId))
    .map(({ name, ...one }) => ({ ...one, resourceName: name }))
  return [...data, ...taken]
}
