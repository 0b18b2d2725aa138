import { useDisplay } from '../format/display'
import { formatClock } from '../format/times'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const LocalTimeCell = ({ value }: CellProps<'localTime'>) => (
  <span className={styles.number}>{formatClock(value, useDisplay())}</span>
)
