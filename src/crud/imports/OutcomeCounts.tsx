import type { Import } from '../../contract/calls/imports'
import { outcomes } from '../../contract/importing'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { useText } from './useText'

export const OutcomeCounts = ({ counts, status }: Pick<Import, 'counts' | 'status'>) => {
  const text = useText()
  const { locale } = useDisplay()
  const isUndone = status === 'undone'
  const told = isUndone ? (['create', 'update'] as const) : outcomes
  return told
    .filter(each => counts[each] > 0)
    .map(each => {
      const args = { smart_count: counts[each], count: formatNumber(counts[each], locale) }
      return isUndone ? text(`imports.undone.${each as 'create'}`, args) : text(`imports.count.${each}`, args)
    })
    .join(' · ')
}
