import { useQuery } from '@tanstack/react-query'
import { type GetListParams, type RaRecord, useDataProvider } from 'ra-core'
import { useTenant } from '../../tenant/TenantProvider'
import { useDeclaration, useMeta } from '../declaration'

/** The API's limit. */
const perPage = 100

interface Wanted {
  filter: Readonly<Record<string, unknown>>
  sort: GetListParams['sort']
  /** Up to 100, or a multiple of it. */
  most: number
}

export const useViewRecords = ({ filter, sort, most }: Wanted) => {
  const { name } = useDeclaration()
  const meta = useMeta()
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider()
  const query = useQuery({
    // Refreshed with list queries.
    queryKey: [name, 'getList', 'view', tenantId, meta, filter, sort, most],
    queryFn: async ({ signal }) => {
      const size = Math.min(most, perPage)
      const page = (number: number) =>
        dataProvider.getList<RaRecord>(name, {
          pagination: { page: number, perPage: size },
          sort,
          filter,
          meta,
          signal,
        })
      const first = await page(1)
      const total = first.total ?? first.data.length
      const pages = Math.ceil(Math.min(total, most) / size)
      const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => page(index + 2)))
      return { records: [first, ...others].flatMap(({ data }) => data), total }
    },
    placeholderData: previous => previous,
    retry: false,
  })
  const { data, error, isFetching, isPending, refetch } = query
  return { records: data?.records, total: data?.total ?? 0, error, isFetching, isPending, retry: () => void refetch() }
}
