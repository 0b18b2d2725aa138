import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const LongTextCell = ({ value }: CellProps<'longText'>) => <span className={styles.clamped}>{value}</span>
