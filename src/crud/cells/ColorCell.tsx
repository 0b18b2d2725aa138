import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const ColorCell = ({ value }: CellProps<'color'>) => (
  <>
    <span className={styles.swatch} style={{ backgroundColor: value }} aria-hidden="true" />
    <span className={styles.code}>{value}</span>
  </>
)
