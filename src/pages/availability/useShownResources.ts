import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetList, useGetOne } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { BookableResource } from '../../resources/resources'
import type { Variant } from '../../resources/variants'
import { availabilityKey } from './availabilityApi'
import type { ViewState } from './viewState'

export interface ShownResource {
  id: string
  name: string
}

interface ShownResources {
  /** Those of the page that is read. */
  resources: readonly ShownResource[]
  /** How many stand before the page. */
  offset: number
  /** How many there are on all pages. */
  total: number
  /** The one that was asked for by id. */
  chosen: ShownResource | null
  isLoading: boolean
  error: unknown
  refetch: () => void
}

/** How many are read at a time: resources may be a thousand. */
export const resourcesPerPage = 50

/** The first page of the active resources, or those of a type. */
export const firstResources = (resourceTypeId: string | null) => ({
  pagination: { page: 1, perPage: resourcesPerPage },
  sort: { field: 'sortOrder', order: 'ASC' as const },
  filter: { isActive: true, ...(resourceTypeId && { resourceTypeId }) },
})

/**
 * The resources of a variant in the order of their priority; without one, a page of the active resources, or of those of a type:
 * the page in which the first to be shown stands.
 */
export const useShownResources = (
  variant: Variant | null,
  { resourceTypeId, resourceId, first }: Pick<ViewState, 'resourceTypeId' | 'resourceId' | 'first'>,
): ShownResources => {
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
  const page = Math.floor((first ?? 0) / resourcesPerPage) + 1
  const paged = useGetList<BookableResource>(
    'resources',
    { ...firstResources(resourceTypeId), pagination: { page, perPage: resourcesPerPage } },
    { enabled: variant === null, placeholderData: keepPreviousData },
  )
  const inPage = paged.data?.find(({ id }) => id === resourceId)
  const single = useGetOne<BookableResource>(
    'resources',
    { id: resourceId ?? '' },
    { enabled: variant === null && resourceId !== null && paged.data !== undefined && !inPage, retry: false },
  )
  if (variant) {
    const resources = (assigned.data ?? []).map(one => ({ id: one.resourceId, name: one.resourceName }))
    const { isLoading, error, refetch } = assigned
    const chosen = resources.find(({ id }) => id === resourceId) ?? null
    return { resources, offset: 0, total: resources.length, chosen, isLoading, error, refetch: () => void refetch() }
  }
  const { data: resources = [], total = resources.length, error, refetch } = paged
  return {
    resources,
    offset: (page - 1) * resourcesPerPage,
    total,
    chosen: resourceId === null ? null : (inPage ?? single.data ?? null),
    isLoading: paged.isLoading || paged.isPlaceholderData || single.isLoading,
    error,
    refetch: () => void refetch(),
  }
}
