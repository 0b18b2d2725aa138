import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'ra-core'
import type { TabTotals } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { tabsOf } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { useDeclaration, useMeta } from '../declaration'
import { withoutTab } from './tabs'

/**
 * How many records each part of the list in context has under its search and filters, in one request, and in all of it
 * under the empty name. Undefined while that is unknown, and for lists without parts.
 */
export const useTabTotals = (): ((tab: string) => number) | undefined => {
  const resource = useDeclaration()
  const params = useMeta()
  const { tenantId } = useTenant()
  const { filterValues, filter } = useListContext()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const query = { ...withoutTab(filterValues), ...filter }
  const { data } = useQuery({
    // A list query like any other, so that the same changes refresh it.
    queryKey: [resource.name, 'getList', 'tabs', tenantId, params, query],
    queryFn: ({ signal }) => dataProvider.request<TabTotals>('GET', `${resource.api}/tabs`, { params, query, signal }),
    enabled: tabsOf(resource).length > 0,
    placeholderData: previous => previous,
    retry: false,
  })
  return data && (tab => data.tabs.find(each => each.tab === tab)?.total ?? 0)
}
