import { useState } from 'react'
import { Link } from 'react-router'
import { useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryMessages'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { useSubmit } from './useSubmit'

/** Says the same whether or not there is an account, so that nobody can find out. */
export const ForgotPasswordPage = () => {
  const store = useSessionStore()
  const [mailedTo, setMailedTo] = useState('')
  const submit = useSubmit(['email'], async ({ email }) => {
    await store.requestPasswordReset(email.trim())
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
            <EntryField
              name="email"
              label={entryText('field.email')}
              type="email"
              autoComplete="username"
              autoFocus
              error={submit.errors.email}
            />
          </EntryForm>
        </>
      )}
    </EntryPage>
  )
}
