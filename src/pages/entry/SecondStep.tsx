import { useId, useState } from 'react'
import { isOwnAuth, signInWithRecoveryCode } from '../../authProvider/ownAuth'
import { verifiedFactors } from '../../authProvider/secondStep'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { entryText } from '../../i18n/entryText'
import { EntryField } from './EntryField'
import { EntryForm } from './EntryForm'
import { EntryPage } from './EntryPage'
import styles from './entry.module.css'
import { useSubmit } from './useSubmit'

/** By error code. */
const problems: Readonly<Partial<Record<string, 'secondStep.wrong' | 'secondStep.limited'>>> = {
  mfa_verification_failed: 'secondStep.wrong',
  mfa_challenge_expired: 'secondStep.wrong',
  over_request_rate_limit: 'secondStep.limited',
}

const worded = (error: unknown): unknown => {
  const key = problems[(error as { code?: string }).code ?? '']
  return key ? new Error(entryText(key)) : error
}

const AppForm = () => {
  const store = useSessionStore()
  const factors = verifiedFactors(useSession().session)
  const id = useId()
  const submit = useSubmit(['factor', 'code'], async ({ factor, code }) => {
    const { error } = await store.auth.mfa.challengeAndVerify({ factorId: factor, code: code.replace(/\s/g, '') })
    if (error) throw worded(error)
  })
  return (
    <EntryForm {...submit} button={entryText('signIn.button')}>
      {factors.length > 1 ? (
        <div className={styles.field}>
          <label className={styles.label} htmlFor={id}>
            {entryText('secondStep.app')}
          </label>
          <select id={id} name="factor" className={styles.input}>
            {factors.map((factor, index) => (
              <option key={factor.id} value={factor.id}>
                {factor.friendly_name || `${entryText('secondStep.app')} ${index + 1}`}
              </option>
            ))}
          </select>
        </div>
      ) : (
        <input type="hidden" name="factor" value={factors[0]?.id ?? ''} />
      )}
      <EntryField
        name="code"
        label={entryText('secondStep.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        hint={entryText('secondStep.codeHelp')}
        error={submit.errors.code}
      />
    </EntryForm>
  )
}

const RecoveryForm = () => {
  const store = useSessionStore()
  const submit = useSubmit(['code'], ({ code }) =>
    signInWithRecoveryCode(store, code).catch(error => {
      throw worded(error)
    }),
  )
  return (
    <EntryForm {...submit} button={entryText('signIn.button')}>
      <EntryField
        name="code"
        label={entryText('secondStep.recoveryCode')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        hint={entryText('secondStep.recoveryHelp')}
        error={submit.errors.code}
      />
    </EntryForm>
  )
}

export const SecondStep = () => {
  const store = useSessionStore()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <EntryPage
      title={entryText('secondStep.title')}
      footer={
        <button type="button" className={styles.quiet} onClick={() => void store.signOut('local')}>
          {entryText('secondStep.back')}
        </button>
      }
    >
      {isRecovery ? <RecoveryForm key="recovery" /> : <AppForm key="app" />}
      {isOwnAuth && (
        <button type="button" className={styles.quiet} onClick={() => setRecovery(!isRecovery)}>
          {entryText(isRecovery ? 'secondStep.useApp' : 'secondStep.useRecovery')}
        </button>
      )}
    </EntryPage>
  )
}
