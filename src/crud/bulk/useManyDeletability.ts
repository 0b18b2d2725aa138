import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider } from 'ra-core'
import type { ManyDeletability } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration, useMeta } from '../declaration'

export const useManyDeletability = (ids: readonly Identifier[]) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    // See `useDeletability`.
    queryKey: ['usage', name, ids],
    queryFn: ({ signal }) =>
      dataProvider.request<ManyDeletability>('GET', `${api}/usage`, {
        params: { ...meta },
        query: { ids: ids.map(String) },
        signal,
      }),
    retry: false,
    gcTime: 0,
  })
}
