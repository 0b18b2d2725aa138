import { useState } from 'react'
import { useRouteError } from 'react-router'
import { entryText } from '../../i18n/entryText'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'

export const FatalErrorPage = () => {
  const error = useRouteError()
  const [isShown, setShown] = useState(false)
  return (
    <EntryPage title={entryText('fatal.title')}>
      <p role="alert" className={styles.text}>
        {entryText('fatal.text')}
      </p>
      <button type="button" className={styles.submit} onClick={() => location.reload()}>
        {entryText('fatal.reload')}
      </button>
      <button type="button" className={styles.quiet} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {entryText(isShown ? 'fatal.hide' : 'fatal.show')}
      </button>
      {isShown && <pre className={styles.details}>{error instanceof Error ? error.message : String(error)}</pre>}
    </EntryPage>
  )
}
