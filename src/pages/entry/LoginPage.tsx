import { type ComponentType, Suspense } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { needsSecondStep } from '../../authProvider/secondStep'
import { useSession } from '../../authProvider/useSession'
import { useSessionAuth } from '../../authProvider/useSessionAuth'
import { config } from '../../config'
import { type EntryKey, entryText } from '../../i18n/entryText'
import { preferredLocale } from '../../i18n/locale'
import type { CameFrom } from '../../routing/cameFrom'
import { EmailField } from './EmailField'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { entryProblem } from './entryProblem'
import { LazySecondStep } from './LazySecondStep'
import { useSubmit } from './useSubmit'

/** A demo's part of the sign-in page gets these. */
export interface DemoAccountsProps {
  language: string
  login: (credentials: { email: string; password: string }) => Promise<void>
  problemOf: (error: unknown) => string
}

export const LoginPage = ({ DemoAccounts }: { DemoAccounts?: ComponentType<DemoAccountsProps> }) => {
  const { login } = useSessionAuth()
  const { session, ended } = useSession()
  const from = useLocation().state as CameFrom | null
  const submit = useSubmit(['email', 'password'], ({ email, password }) => login({ email: email.trim(), password }))
  if (needsSecondStep(session)) return <LazySecondStep />
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
        <EmailField autoFocus error={submit.errors.email} />
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
      {config.hasDemo && DemoAccounts && (
        <Suspense>
          <DemoAccounts language={preferredLocale()} login={login} problemOf={entryProblem} />
        </Suspense>
      )}
    </EntryPage>
  )
}
