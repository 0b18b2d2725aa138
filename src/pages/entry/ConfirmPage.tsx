import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryText'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { readMailLink } from './mailLink'
import { useSubmit } from './useSubmit'

/** On a click: mail scanners open links. */
export const ConfirmPage = () => {
  const store = useSessionStore()
  const { session, loading } = useSession()
  const navigate = useNavigate()
  const [link] = useState(readMailLink(useLocation(), 'signup'))
  const [isHalfDone, setHalfDone] = useState(link.isHalfDone)
  const submit = useSubmit([], async () => {
    const { isSignedIn } = link.token ? await store.verify(link.token.hash, link.token.type) : { isSignedIn: true }
    if (isSignedIn) navigate('/', { replace: true })
    else setHalfDone(true)
  })
  const text = link.token?.type === 'email_change' ? 'confirm.changeText' : 'confirm.text'
  const isHopeless = link.isRefused || (!link.token && !session && !loading)
  return (
    <EntryPage title={entryText('confirm.title')} footer={<Link to="/login">{entryText('forgot.toSignIn')}</Link>}>
      {isHalfDone ? (
        <p role="status" className={styles.text}>
          {entryText('confirm.other')}
        </p>
      ) : isHopeless ? (
        <p role="alert" className={styles.problem}>
          {entryText('newPassword.expired')}
        </p>
      ) : (
        <>
          <p className={styles.text}>{entryText(text)}</p>
          <EntryForm {...submit} button={entryText('confirm.button')}>
            {null}
          </EntryForm>
        </>
      )}
    </EntryPage>
  )
}
