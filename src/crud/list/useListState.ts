import { useListContext } from 'ra-core'
import { isFiltered } from './tabs'
import { useTabTotals } from './useTabTotals'

/** `empty`: no records. `unmatched`: none under the filters. */
export type ListState = 'failed' | 'loading' | 'empty' | 'unmatched' | 'ready'

export const useListState = (): ListState => {
  const { data, error, filter, filterValues, isPending, isPlaceholderData, total } = useListContext()
  const totalOf = useTabTotals(filter)
  if (error && !data) return 'failed'
  if (isPending) return 'loading'
  // Until new filters load, rows are the old ones'.
  if (total !== 0 || isPlaceholderData) return 'ready'
  const isEmpty = filterValues.tab ? totalOf?.('') === 0 : true
  return isFiltered(filterValues) || !isEmpty ? 'unmatched' : 'empty'
}
