import { useQueries } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { type AnyResource, parseSort } from '../../schema'

interface CountRequest {
  resource: AnyResource
  filter?: Readonly<Record<string, unknown>>
}

export interface Count {
  total: number | undefined
  isFailed: boolean
}

/** Loads at most one record per resource. */
export const useCounts = (requests: readonly CountRequest[]): Count[] => {
  const dataProvider = useDataProvider()
  return useQueries({
    queries: requests.map(({ resource, filter = {} }) => {
      const params = { pagination: { page: 1, perPage: 1 }, sort: parseSort(resource.list.sort), filter }
      return {
        // A list's key, to be refreshed with lists.
        queryKey: [resource.name, 'getList', params],
        queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.getList(resource.name, { ...params, signal }),
        retry: false,
      }
    }),
    combine: results => results.map(({ data, isError }) => ({ total: data?.total, isFailed: isError })),
  })
}
