import { Stack } from '../layout'
import styles from './screen.module.css'

interface LoadingProps {
  /** Looks like a table; only screen readers get the text. */
  isTable?: boolean
  children: string
}

/** Screen readers get the text. */
export const Loading = ({ isTable, children }: LoadingProps) => (
  <Stack gap="0.75rem" role="status" data-is-loading="true" className={isTable ? styles.table : styles.loading}>
    {!isTable && <div className={styles.bar} />}
    <p>{children}</p>
  </Stack>
)
