import { Stack } from '../layout'
import styles from './screen.module.css'

interface LoadingProps {
  /** As a table that is to come; the text is then for screen readers alone. */
  isTable?: boolean
  children: string
}

/** Shows that contents are loading; the text tells screen readers what. */
export const Loading = ({ isTable, children }: LoadingProps) => (
  <Stack gap="0.75rem" role="status" data-is-loading="true" className={isTable ? styles.table : styles.loading}>
    {!isTable && <div className={styles.bar} />}
    <p>{children}</p>
  </Stack>
)
