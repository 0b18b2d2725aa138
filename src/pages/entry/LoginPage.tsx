import { Link, Navigate, useLocation } from 'react-router'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { type EntryKey, entryText } from '../../i18n/entryMessages'
import type { CameFrom } from '../../routing/cameFrom'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { useSubmit } from './useSubmit'

export const LoginPage = () => {
  const store = useSessionStore()
  const { session, ended } = useSession()
  const from = useLocation().state as CameFrom | null
  const submit = useSubmit(['email', 'password'], ({ email, password }) => store.signIn(email.trim(), password))
  if (session) return <Navigate to={from?.address ?? '/'} replace />

  const reason: EntryKey | null = ended === 'expired' ? 'signIn.expired' : from ? 'signIn.continue' : null
  return (
    <EntryPage
      title={entryText('signIn.title')}
      footer={
        <>
          {entryText('signIn.toSignUp')} <Link to="/signup">{entryText('signUp.title')}</Link>
        </>
      }
    >
      {reason && <p className={styles.notice}>{entryText(reason)}</p>}
      <EntryForm {...submit} button={entryText('signIn.button')}>
        <EntryField
          name="email"
          label={entryText('field.email')}
          type="email"
          autoComplete="username"
          autoFocus
          error={submit.errors.email}
        />
        <EntryField
          name="password"
          label={entryText('field.password')}
          type="password"
          autoComplete="current-password"
          error={submit.errors.password}
        />
        <Link to="/forgot-password" className={styles.aside}>
          {entryText('signIn.toForgot')}
        </Link>
      </EntryForm>
    </EntryPage>
  )
}
