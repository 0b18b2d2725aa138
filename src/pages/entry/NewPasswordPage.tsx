import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryMessages'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { readMailLink } from './mailLink'
import { useSubmit } from './useSubmit'

/** Where the links for a forgotten password and for an invitation lead. */
export const NewPasswordPage = () => {
  const store = useSessionStore()
  const { session, loading } = useSession()
  const navigate = useNavigate()
  const [link] = useState(readMailLink(useLocation(), 'recovery'))
  const [isUsed, setUsed] = useState(false)
  const [isExpired, setExpired] = useState(link.isRefused)
  const submit = useSubmit(['password'], async ({ password }) => {
    if (link.token && !isUsed) {
      await store.verify(link.token.hash, link.token.type).catch(error => {
        setExpired(true)
        throw error
      })
      // The token works once: a second try, after a weak password, goes on with the session that it started.
      setUsed(true)
    }
    await store.setPassword(password)
    navigate('/', { replace: true })
  })
  const isHopeless = isExpired || (!link.token && !session && !loading)
  return (
    <EntryPage title={entryText('newPassword.title')} footer={<Link to="/login">{entryText('forgot.toSignIn')}</Link>}>
      {isHopeless ? (
        <>
          <p role="alert" className={styles.problem}>
            {entryText('newPassword.expired')}
          </p>
          <Link to="/forgot-password">{entryText('newPassword.again')}</Link>
        </>
      ) : (
        <EntryForm {...submit} button={entryText('newPassword.button')}>
          <EntryField
            name="password"
            label={entryText('field.newPassword')}
            type="password"
            autoComplete="new-password"
            autoFocus
            hint={entryText('field.passwordHelp')}
            error={submit.errors.password}
          />
        </EntryForm>
      )}
    </EntryPage>
  )
}
