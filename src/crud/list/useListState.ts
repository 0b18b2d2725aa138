import { useListContext } from 'ra-core'

/**
 * Where the list around it is: `failed` and `loading` before there is anything to show, `empty` where there are no records at all,
 * `unmatched` where none is under the filters.
 */
export type ListState = 'failed' | 'loading' | 'empty' | 'unmatched' | 'ready'

export const useListState = (): ListState => {
  const { data, error, filterValues, isPending, isPlaceholderData, total } = useListContext()
  if (error && !data) return 'failed'
  if (isPending) return 'loading'
  // While new filters load, what is shown still answers the old ones.
  if (total !== 0 || isPlaceholderData) return 'ready'
  return Object.keys(filterValues).length > 0 ? 'unmatched' : 'empty'
}
