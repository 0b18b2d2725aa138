import { useDisplay } from '../format/display'
import { weekLines } from '../format/hours'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

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
