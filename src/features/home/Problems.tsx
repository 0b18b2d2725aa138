import { Link } from 'react-router'
import { useText } from '../../i18n/useText'
import { Badge } from '../../ui/badge/Badge'
import styles from './home.module.css'

/** Links to the tasks that failed for good. */
const Problems = ({ count }: { count: number }) => (
  <p className={styles.problems}>
    <Link to="/settings/problems/">
      <Badge tone="bad">{useText()('home.problems', { smart_count: count })}</Badge>
    </Link>
  </p>
)

export default Problems
