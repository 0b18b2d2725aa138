import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { bookings } from '../../resources/bookings'
import { useTenant } from '../../tenant/TenantProvider'

interface RecordCount {
  /** The name of the resource. */
  resource: string
  total: number
  /** Null where records are not active or inactive. */
  active: number | null
}

/** How many records the current tenant has of each resource; asked for anew on each visit, and when bookings change. */
export const useRecordCounts = () => {
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [bookings.name, 'recordCounts', tenantId],
    queryFn: tenantId
      ? async ({ signal }) =>
          (await dataProvider.call('GET', '/tenants/{id}/record-counts', {
            params: { id: tenantId },
            signal,
          })) as RecordCount[]
      : skipToken,
    staleTime: 0,
    retry: false,
  })
}
