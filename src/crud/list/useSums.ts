import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'ra-core'
import type { ListSums } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useTenant } from '../../tenant/TenantProvider'
import { useDeclaration, useMeta } from '../declaration'

export const useSums = (): ((field: string) => unknown[]) => {
  const resource = useDeclaration()
  const params = useMeta()
  const { tenantId } = useTenant()
  const { filterValues, filter } = useListContext()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const query = { ...filterValues, ...filter }
  const { data } = useQuery({
    // Refreshed with list queries.
    queryKey: [resource.name, 'getList', 'sums', tenantId, params, query],
    queryFn: ({ signal }) => dataProvider.request<ListSums>('GET', `${resource.api}/sums`, { params, query, signal }),
    placeholderData: previous => previous,
    retry: false,
  })
  return name =>
    (data?.sums ?? [])
      .filter(({ field }) => field === name)
      .map(({ currency, total }) =>
        currency
          ? { amount: Number(total), currency }
          : resource.fields[name]?.kind === 'decimal'
            ? total
            : Number(total),
      )
}
