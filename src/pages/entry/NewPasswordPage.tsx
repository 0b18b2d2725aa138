import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { needsSecondStep } from '../../authProvider/secondStep'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { useSetPassword } from '../../authProvider/useSessionAuth'
import { entryText } from '../../i18n/entryText'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { LazySecondStep } from './LazySecondStep'
import { readMailLink } from './mailLink'
import { useSubmit } from './useSubmit'

/** For mailed links: recovery, invitations, and undoing a change of address. */
export const NewPasswordPage = () => {
  const store = useSessionStore()
  const setPassword = useSetPassword()
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
      // Tokens work once; a retry uses the session.
      setUsed(true)
    }
    // The form shows again after the second step.
    if (needsSecondStep(store.getState().session)) return
    await setPassword(password)
    navigate('/', { replace: true })
  })
  if (needsSecondStep(session) && (isUsed || !link.token)) return <LazySecondStep />
  // Only of the embedded service: restores a former address.
  const isUndo = String(link.token?.type) === 'email_change_undo'
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
          {isUndo && <p className={styles.text}>{entryText('newPassword.undoText')}</p>}
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
