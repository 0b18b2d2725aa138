import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider } from 'ra-core'
import type { ManyDeletability } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration, useMeta } from '../declaration'

/** Asks the API which of these records cannot be deleted; never answers from the cache. */
export const useManyDeletability = (ids: readonly Identifier[]) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    // Begins with no resource, as in `useDeletability`.
    queryKey: ['usage', name, ids],
    queryFn: ({ signal }) =>
      dataProvider.request<ManyDeletability>('GET', `${api}/usage`, {
        params: { ...meta },
        query: { ids: ids.map(String) },
        signal,
      }),
    retry: false,
    // A cached answer may be outdated.
    gcTime: 0,
  })
}
