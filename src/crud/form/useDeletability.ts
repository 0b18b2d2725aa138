import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { Deletability } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration, useMeta } from '../declaration'

/** Asks the API what keeps a record from being deleted; never answers from the cache. */
export const useDeletability = (id: string) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    // Begins with no resource: deleting refetches what does, and would ask for the usage of what is gone.
    queryKey: ['usage', name, id],
    queryFn: ({ signal }) =>
      dataProvider.request<Deletability>('GET', `${api}/{id}/usage`, { params: { ...meta, id }, signal }),
    retry: false,
    // A cached answer may be outdated.
    gcTime: 0,
  })
}
