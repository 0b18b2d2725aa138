import { Stack } from '../layout'
import styles from './screen.module.css'

/** Shows that contents are loading; the text tells screen readers what. */
export const Loading = ({ children }: { children: string }) => (
  <Stack gap="0.75rem" role="status" className={styles.loading}>
    <div className={styles.bar} />
    <p>{children}</p>
  </Stack>
)
