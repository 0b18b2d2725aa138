import { useDisplay } from '../format/display'
import { formatMinutes } from '../format/numbers'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const MinutesCell = ({ value }: CellProps<'minutes'>) => (
  <span className={styles.number}>{formatMinutes(value, useDisplay().locale)}</span>
)
