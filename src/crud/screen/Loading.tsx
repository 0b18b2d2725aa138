import styles from './screen.module.css'

/** A bar that moves, and what is loading in words. */
export const Loading = ({ children }: { children: string }) => (
  <div role="status" className={styles.loading}>
    <div className={styles.bar} />
    <p>{children}</p>
  </div>
)
