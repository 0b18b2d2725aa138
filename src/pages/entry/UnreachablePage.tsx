import { entryText } from '../../i18n/entryText'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'

/** Leaves within 90 s of recovery: auth-js retries a minute after a failure. */
export const UnreachablePage = () => (
  <EntryPage title={entryText('unreachable.title')}>
    <p role="alert" className={styles.text}>
      {entryText('unreachable.text')}
    </p>
    <button type="button" className={styles.submit} onClick={() => location.reload()}>
      {entryText('unreachable.retry')}
    </button>
  </EntryPage>
)
