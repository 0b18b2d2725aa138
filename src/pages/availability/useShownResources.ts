import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetList } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { BookableResource } from '../../resources/resources'
import type { Variant } from '../../resources/variants'
import { availabilityKey } from './availabilityApi'

export interface ShownResource {
  id: string
  name: string
}

interface ShownResources {
  resources: readonly ShownResource[]
  /** How many there are beyond those. */
  omitted: number
  isLoading: boolean
  error: unknown
  refetch: () => void
}

/** The most that are read at a time. */
const most = 100

/** The resources of a variant in the order of their priority; without one, the active resources, or those of a type. */
export const useShownResources = (variant: Variant | null, resourceTypeId: string | null): ShownResources => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const path = '/catalog-items/{catalogItemId}/variants/{variantId}/resources'
  const params = { catalogItemId: variant?.catalogItemId ?? '', variantId: variant?.id ?? '' }
  const assigned = useQuery({
    queryKey: [availabilityKey, path, params],
    queryFn: async ({ signal }) =>
      (await dataProvider.call('GET', path, { params, signal })) as { resourceId: string; resourceName: string }[],
    staleTime: 30_000,
    retry: false,
    enabled: variant !== null,
  })
  const all = useGetList<BookableResource>(
    'resources',
    {
      pagination: { page: 1, perPage: most },
      sort: { field: 'sortOrder', order: 'ASC' },
      filter: { isActive: true, ...(resourceTypeId && { resourceTypeId }) },
    },
    { enabled: variant === null },
  )
  if (variant) {
    const resources = assigned.data?.map(({ resourceId, resourceName }) => ({ id: resourceId, name: resourceName }))
    const { isLoading, error, refetch } = assigned
    return { resources: resources ?? [], omitted: 0, isLoading, error, refetch: () => void refetch() }
  }
  const { data = [], total = data.length, isLoading, error, refetch } = all
  return { resources: data, omitted: total - data.length, isLoading, error, refetch: () => void refetch() }
}
