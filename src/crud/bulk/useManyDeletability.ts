import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration, useMeta } from '../declaration'
import type { GoesAlong, Hindrance } from '../form/useDeletability'

export type KeptRecord = Hindrance & { id: string }

/** Which of several records have to stay, and what would go along with the others. */
export interface ManyDeletability extends GoesAlong {
  kept: readonly KeptRecord[]
}

/** Asks anew which of these records of the resource around could not be deleted. */
export const useManyDeletability = (ids: readonly Identifier[]) => {
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [name, 'usage', ids],
    queryFn: async ({ signal }) =>
      (await dataProvider.call('GET', `${api}/usage`, {
        params: { ...meta },
        query: { ids: ids.map(String) },
        signal,
      })) as ManyDeletability,
    retry: false,
    // An answer from before may be wrong by now.
    gcTime: 0,
  })
}
