import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { recordCounts } from '../../declare'
import { bookings } from '../../resources/bookings'
import { type SlotwiseDataProvider, useTenant } from '../../show'

/** Refetches on mount and when bookings change. */
export const useRecordCounts = () => {
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [bookings.name, 'recordCounts', tenantId],
    queryFn: tenantId
      ? ({ signal }) => dataProvider.call(recordCounts, { params: { id: tenantId }, signal })
      : skipToken,
    staleTime: 0,
    retry: false,
  })
}
