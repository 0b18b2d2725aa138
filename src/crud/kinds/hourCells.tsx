import { useDisplay } from '../../ui/format/display'
import { formatBlocks, formatDates, weekLines } from '../../ui/format/hours'
import { useHoursText } from '../inputs/hours/useHoursText'
import styles from './kinds.module.css'
import type { CellProps } from './kindView'

export const WeeklyHoursCell = ({ value }: CellProps<'weeklyHours'>) => {
  const display = useDisplay()
  return (
    <ul className={styles.number}>
      {weekLines(value, display).map(({ days, hours }) => (
        <li key={days}>
          {days} {hours}
        </li>
      ))}
    </ul>
  )
}

const named = 5

export const DateOverridesCell = ({ value }: CellProps<'dateOverrides'>) => {
  const text = useHoursText()
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
