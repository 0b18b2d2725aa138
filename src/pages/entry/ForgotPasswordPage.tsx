import { useState } from 'react'
import { Link } from 'react-router'
import { useSessionAuth } from '../../authProvider/useSessionAuth'
import { entryText } from '../../i18n/entryText'
import { EmailField } from './EmailField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { useSubmit } from './useSubmit'

/** Answers alike without an account: nobody can probe. */
export const ForgotPasswordPage = () => {
  const { resetPassword } = useSessionAuth()
  const [mailedTo, setMailedTo] = useState('')
  const submit = useSubmit(['email'], async ({ email }) => {
    await resetPassword({ email: email.trim(), redirectTo: `${location.origin}/new-password` })
    setMailedTo(email.trim())
  })
  return (
    <EntryPage
      title={entryText(mailedTo ? 'signUp.mailTitle' : 'forgot.title')}
      footer={<Link to="/login">{entryText('forgot.toSignIn')}</Link>}
    >
      {mailedTo ? (
        <p role="status" className={styles.text}>
          {entryText('forgot.mailText', { email: mailedTo })}
        </p>
      ) : (
        <>
          <p className={styles.text}>{entryText('forgot.text')}</p>
          <EntryForm {...submit} button={entryText('forgot.button')}>
            <EmailField autoFocus error={submit.errors.email} />
          </EntryForm>
        </>
      )}
    </EntryPage>
  )
}
