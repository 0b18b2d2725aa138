import { useDisplay } from '../format/display'
import { formatNumber } from '../format/numbers'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const NumberCell = ({ value }: Pick<CellProps<'integer'>, 'value'>) => (
  <span className={styles.number}>{formatNumber(value, useDisplay().locale)}</span>
)
