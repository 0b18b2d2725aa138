import type { Import } from '../../contract/calls/imports'
import { outcomes } from '../../contract/importing'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { useText } from './useText'

/** `58 new · 2 refused`: what became of the rows. */
export const OutcomeCounts = ({ counts }: Pick<Import, 'counts'>) => {
  const text = useText()
  const { locale } = useDisplay()
  return outcomes
    .filter(each => counts[each] > 0)
    .map(each => text(`imports.count.${each}`, { count: formatNumber(counts[each], locale) }))
    .join(' · ')
}
