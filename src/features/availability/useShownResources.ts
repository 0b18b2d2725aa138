import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetList, useGetOne } from 'ra-core'
import { availabilityKey } from '../../resources/effects'
import type { BookableResource } from '../../resources/resources'
import type { Variant } from '../../resources/variants'
import type { SlotwiseDataProvider } from '../../show'
import type { ViewState } from './viewState'

export interface ShownResource {
  id: string
  name: string
}

export interface ShownResources {
  resources: readonly ShownResource[]
  offset: number
  total: number
  chosen: ShownResource | null
  isLoading: boolean
  error: unknown
  refetch: () => void
}

export const shownInWeek = (
  { chosen, resources, offset }: Pick<ShownResources, 'chosen' | 'resources' | 'offset'>,
  { first }: Pick<ViewState, 'first'>,
): ShownResource | null => chosen ?? resources[Math.max(0, (first ?? 0) - offset)] ?? resources[0] ?? null

/** A tenant may have a thousand resources. */
export const resourcesPerPage = 50

export const firstResources = (resourceTypeId: string | null) => ({
  pagination: { page: 1, perPage: resourcesPerPage },
  sort: { field: 'sortOrder', order: 'ASC' as const },
  filter: { isActive: true, ...(resourceTypeId && { resourceTypeId }) },
})

interface AssignedResource {
  resourceId: string
  resourceName: string
}

const toShown = (assigned: readonly AssignedResource[]): ShownResource[] =>
  assigned.map(one => ({ id: one.resourceId, name: one.resourceName }))

/** A variant's by priority, else the page with the first visible one. */
export const useShownResources = (
  variant: Variant | null,
  { resourceTypeId, resourceId, first }: Pick<ViewState, 'resourceTypeId' | 'resourceId' | 'first'>,
): ShownResources => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const path = '/catalog-items/{catalogItemId}/variants/{variantId}/resources'
  const params = { catalogItemId: variant?.catalogItemId ?? '', variantId: variant?.id ?? '' }
  const assigned = useQuery({
    queryKey: [availabilityKey, path, params],
    queryFn: ({ signal }) => dataProvider.request<AssignedResource[]>('GET', path, { params, signal }),
    select: toShown,
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
    const { data: resources = none, isLoading, error, refetch } = assigned
    const chosen = resources.find(({ id }) => id === resourceId) ?? null
    return { resources, offset: 0, total: resources.length, chosen, isLoading, error, refetch: () => void refetch() }
  }
  const { data: resources = none, total = resources.length, error, refetch } = paged
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

const none: readonly ShownResource[] = []
