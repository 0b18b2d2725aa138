import { useDisplay } from '../format/display'
import { formatMoney } from '../format/money'
import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const MoneyCell = ({ value }: CellProps<'money'>) => (
  <span className={styles.number}>{formatMoney(value, useDisplay().locale)}</span>
)
