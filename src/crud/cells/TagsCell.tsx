import type { CellProps } from '../kinds'
import styles from './cells.module.css'

export const TagsCell = ({ value }: CellProps<'tags'>) => (
  <span className={styles.tags}>
    {value.map(tag => (
      <span key={tag} className={styles.tag}>
        {tag}
      </span>
    ))}
  </span>
)
