import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryMessages'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { readMailLink } from './mailLink'
import { useSubmit } from './useSubmit'

/** Where the link that confirms an address leads. The button, not the visit, uses it up: mail scanners visit links too. */
export const ConfirmPage = () => {
  const store = useSessionStore()
  const { session, loading } = useSession()
  const navigate = useNavigate()
  const [link] = useState(readMailLink(useLocation(), 'signup'))
  const submit = useSubmit([], async () => {
    if (link.token) await store.verify(link.token.hash, link.token.type)
    navigate('/', { replace: true })
  })
  const isHopeless = link.isRefused || (!link.token && !session && !loading)
  return (
    <EntryPage title={entryText('confirm.title')} footer={<Link to="/login">{entryText('forgot.toSignIn')}</Link>}>
      {isHopeless ? (
        <p role="alert" className={styles.problem}>
          {entryText('newPassword.expired')}
        </p>
      ) : (
        <>
          <p className={styles.text}>{entryText('confirm.text')}</p>
          <EntryForm {...submit} button={entryText('confirm.button')}>
            {null}
          </EntryForm>
        </>
      )}
    </EntryPage>
  )
}
