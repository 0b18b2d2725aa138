import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const SlugCell = ({ value }: CellProps<'slug'>) => <span className={styles.code}>{value}</span>
