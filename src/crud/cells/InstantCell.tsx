import { useDisplay } from '../format/display'
import { formatMoment } from '../format/times'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const InstantCell = ({ value }: CellProps<'instant'>) => (
  <time className={styles.number} dateTime={value}>
    {formatMoment(value, useDisplay())}
  </time>
)
