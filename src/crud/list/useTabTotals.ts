import { useQuery } from '@tanstack/react-query'
import { type FilterPayload, useDataProvider, useListFilterContext } from 'ra-core'
import type { TabTotals } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { tabsOf } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { useDeclaration, useMeta } from '../declaration'
import { withoutTab } from './tabs'

/**
 * An empty name counts all.
 * @param filter the list's own, beside what people choose
 */
export const useTabTotals = (filter?: FilterPayload): ((tab: string) => number) | undefined => {
  const resource = useDeclaration()
  const params = useMeta()
  const { tenantId } = useTenant()
  const { filterValues } = useListFilterContext()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const query = { ...withoutTab(filterValues), ...filter }
  const { data } = useQuery({
    // Refreshed with list queries.
    queryKey: [resource.name, 'getList', 'tabs', tenantId, params, query],
    queryFn: ({ signal }) => dataProvider.request<TabTotals>('GET', `${resource.api}/tabs`, { params, query, signal }),
    enabled: tabsOf(resource).length > 0,
    placeholderData: previous => previous,
    retry: false,
  })
  return data && (tab => data.tabs.find(each => each.tab === tab)?.total ?? 0)
}
