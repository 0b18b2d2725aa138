import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { Deletability } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration, useMeta } from '../declaration'

export const useDeletability = (id: string) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    // Deleting refetches the keys that begin with the resource, and the usage of a deleted record is not found.
    queryKey: ['usage', name, id],
    queryFn: ({ signal }) =>
      dataProvider.request<Deletability>('GET', `${api}/{id}/usage`, { params: { ...meta, id }, signal }),
    retry: false,
    // A cached answer may be outdated.
    gcTime: 0,
  })
}
