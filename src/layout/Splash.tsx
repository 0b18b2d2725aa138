import { Mark } from '../theme/Mark'
import styles from './splash.module.css'

/** Before there is anything to show. */
export const Splash = () => (
  <div className={styles.splash} role="status" aria-label="Loading">
    <Mark size={40} />
  </div>
)
