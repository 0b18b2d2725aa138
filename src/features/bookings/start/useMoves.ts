import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { formatInstant } from '../../../declare'
import { type Booking, bookings } from '../../../resources/bookings'
import { customers } from '../../../resources/customers'
import { type SlotwiseDataProvider, searchRecords, serverNow } from '../../../show'

/** Undefined while they load. */
export const useMoves = (name: string): readonly Booking[] | undefined => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { data } = useQuery({
    queryKey: [bookings.name, 'moves', name],
    queryFn: async ({ signal }) => {
      const { results } = await dataProvider.call(searchRecords, {
        query: { q: name, types: [customers.name], limit: 3 },
        signal,
      })
      const next = results.map(async ({ id }) => {
        const { data: found } = await dataProvider.getList<Booking>(bookings.name, {
          pagination: { page: 1, perPage: 1 },
          sort: { field: 'startsAt', order: 'ASC' },
          filter: { customerId: id, status: ['pending', 'confirmed'], startsAtFrom: formatInstant(serverNow()) },
          signal,
        })
        return found
      })
      return (await Promise.all(next)).flat()
    },
    enabled: name.length > 1,
    retry: false,
  })
  return data
}
