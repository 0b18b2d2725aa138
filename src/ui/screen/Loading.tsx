import { Stack } from '../layout'
import styles from './screen.module.css'

interface LoadingProps {
  /** Looks like a table; the text is then only for screen readers. */
  isTable?: boolean
  children: string
}

/** Says that contents are loading; the text tells screen readers which. */
export const Loading = ({ isTable, children }: LoadingProps) => (
  <Stack gap="0.75rem" role="status" data-is-loading="true" className={isTable ? styles.table : styles.loading}>
    {!isTable && <div className={styles.bar} />}
    <p>{children}</p>
  </Stack>
)
