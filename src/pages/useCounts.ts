import { useQueries } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { type AnyResource, parseSort } from '../schema'

interface CountRequest {
  resource: AnyResource
  filter?: Readonly<Record<string, unknown>>
}

export interface Count {
  /** Undefined while it loads, and when it could not be loaded. */
  total: number | undefined
  isFailed: boolean
}

/** How many records there are of each resource, in the given order. Loads one record of each at most. */
export const useCounts = (requests: readonly CountRequest[]): Count[] => {
  const dataProvider = useDataProvider()
  return useQueries({
    queries: requests.map(({ resource, filter = {} }) => {
      const params = { pagination: { page: 1, perPage: 1 }, sort: parseSort(resource.list.sort), filter }
      return {
        // A list like any other of the resource, so that it is fresh for as long, and refreshed by the same changes.
        queryKey: [resource.name, 'getList', params],
        queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.getList(resource.name, { ...params, signal }),
        retry: false,
      }
    }),
    combine: results => results.map(({ data, isError }) => ({ total: data?.total, isFailed: isError })),
  })
}
