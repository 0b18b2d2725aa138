import { useDisplay } from '../format/display'
import { formatBlocks, formatDates } from '../format/hours'
import type { CellProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'

/** How many dates are named before the rest is counted. */
const named = 5

export const DateOverridesCell = ({ value }: CellProps<'dateOverrides'>) => {
  const text = useCrudText()
  const display = useDisplay()
  const sorted = [...value].sort((a, b) => a.startDate.localeCompare(b.startDate))
  const more = sorted.length - named
  return (
    <ul>
      {sorted.slice(0, named).map(override => (
        <li key={`${override.startDate} ${override.label}`}>
          {[
            formatDates(override, display.locale),
            override.isClosed ? text('crud.hours.closed') : formatBlocks(override.hours, display),
            override.repeatsYearly && text('crud.dates.yearly'),
            override.label,
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
      {more > 0 && <li>{text('crud.more', { smart_count: more })}</li>}
    </ul>
  )
}
