import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration, useMeta } from '../declaration'
import type { Usage } from '../failure'

/** What would keep a record from being deleted, and what would go with it. */
export interface Deletability {
  usedBy: readonly Usage[]
  /** Another reason, in a sentence. */
  refusal: string | null
  /** What lives inside it, and would be deleted with it. */
  goesAlong: readonly { resource: string; count: number }[]
}

/** Asks anew what would keep a record of the resource around it from being deleted. */
export const useDeletability = (id: string) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [name, 'usage', id],
    queryFn: async ({ signal }) =>
      (await dataProvider.call('GET', `${api}/{id}/usage`, { params: { ...meta, id }, signal })) as Deletability,
    retry: false,
    // An answer from before may be wrong by now.
    gcTime: 0,
  })
}
