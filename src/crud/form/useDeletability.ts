import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { Message } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'
import type { Usage } from '../failure'

/** What would keep a record from being deleted. */
export interface Hindrance {
  usedBy: readonly Usage[]
  /** Another reason, in an English sentence. */
  refusal: string | null
  /** The same as a key and arguments. */
  refusalMessage?: Message | null
}

/** What lives inside of records, and would be deleted with them. */
export interface GoesAlong {
  goesAlong: readonly { resource: string; count: number }[]
}

export type Deletability = Hindrance & GoesAlong

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
