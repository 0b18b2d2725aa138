import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import { bookableResources } from '../../resources/resources'
import type { SlotwiseDataProvider } from '../../show'

export const servicesKey = (resourceId: string | undefined) => [bookableResources.name, 'services', resourceId]

/** @param resourceId absent for a new resource */
export const useServices = (resourceId?: string) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: servicesKey(resourceId),
    queryFn: ({ signal }) =>
      dataProvider.call(calls.resources.listServices, { query: resourceId ? { resourceId } : {}, signal }),
  })
}
