import { entryText } from '../../i18n/entryText'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'

/**
 * Shown while the auth service does not answer, so that nobody can tell whether the session goes on. Leaves once it
 * answers, within 90 s: after a failure auth-js asks again only a minute later, unless the page is reloaded.
 */
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
