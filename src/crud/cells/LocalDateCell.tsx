import { useDisplay } from '../format/display'
import { formatDate } from '../format/times'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const LocalDateCell = ({ value }: CellProps<'localDate'>) => (
  <time className={styles.number} dateTime={value}>
    {formatDate(value, useDisplay().locale)}
  </time>
)
