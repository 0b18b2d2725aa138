import { useState } from 'react'
import { useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryMessages'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'

/** While nobody can say whether the session goes on, because the auth service does not answer. Leaves by itself when it does. */
export const UnreachablePage = () => {
  const session = useSessionStore()
  const [isTrying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await session.retry()
    setTrying(false)
  }
  return (
    <EntryPage title={entryText('unreachable.title')}>
      <p role="alert" className={styles.text}>
        {entryText('unreachable.text')}
      </p>
      <button type="button" className={styles.submit} disabled={isTrying} onClick={retry}>
        {entryText(isTrying ? 'working' : 'unreachable.retry')}
      </button>
    </EntryPage>
  )
}
