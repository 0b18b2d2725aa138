import { entryText } from '../../i18n/entryMessages'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'

/**
 * While nobody can say whether the session goes on, because the auth service does not answer. Leaves by itself when it does, within
 * 90 s: after a failure auth-js asks again only a minute later, unless the page is loaded anew.
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
