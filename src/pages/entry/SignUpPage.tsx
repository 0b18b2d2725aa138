import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryText'
import { EmailField } from './EmailField'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { useSubmit } from './useSubmit'

/** Without a session, a mail confirms the address. */
export const SignUpPage = () => {
  const store = useSessionStore()
  const { session } = useSession()
  const [mailedTo, setMailedTo] = useState('')
  // Invitation links carry the address.
  const invited = new URLSearchParams(useLocation().search).get('email') ?? ''
  const submit = useSubmit(['name', 'email', 'password'], async ({ name, email, password }) => {
    const { session: started } = await store.signUp(email.trim(), password, { name: name.trim() })
    if (!started) setMailedTo(email.trim())
  })
  if (session) return <Navigate to="/" replace />

  const footer = (
    <>
      {entryText('signUp.toSignIn')} <Link to="/login">{entryText('signIn.title')}</Link>
    </>
  )
  if (mailedTo)
    return (
      <EntryPage title={entryText('signUp.mailTitle')} footer={footer}>
        <p role="status" className={styles.text}>
          {entryText('signUp.mailText', { email: mailedTo })}
        </p>
      </EntryPage>
    )
  return (
    <EntryPage title={entryText('signUp.title')} footer={footer}>
      <EntryForm {...submit} button={entryText('signUp.button')}>
        <EntryField
          name="name"
          label={entryText('field.name')}
          autoComplete="name"
          autoFocus
          maxLength={120}
          error={submit.errors.name}
        />
        <EmailField defaultValue={invited} error={submit.errors.email} />
        <EntryField
          name="password"
          label={entryText('field.password')}
          type="password"
          autoComplete="new-password"
          error={submit.errors.password}
        />
      </EntryForm>
    </EntryPage>
  )
}
