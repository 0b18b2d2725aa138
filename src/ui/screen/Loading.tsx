import styles from './screen.module.css'

export const Loading = ({ children }: { children: string }) => (
  <div role="status" className={styles.loading}>
    <div className={styles.bar} />
    <p>{children}</p>
  </div>
)
