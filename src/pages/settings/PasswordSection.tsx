import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../authProvider/useMe'
import { useSessionStore } from '../../authProvider/useSession'
import { useText } from '../../i18n/useText'
import { showToast } from '../../notifications/toast'
import { SettingsSection } from './SettingsSection'
import styles from './settings.module.css'

/** Typed twice, since nobody sees what they type. What the service refuses is said at the field. */
export const PasswordSection = () => {
  const text = useText()
  const session = useSessionStore()
  const { data: me } = useMe()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<{ password?: string; again?: string }>({})
  const [isSaving, setSaving] = useState(false)

  const save = async () => {
    if (!password) return setErrors({ password: text('settings.passwordEmpty') })
    if (password !== again) return setErrors({ again: text('settings.passwordsDiffer') })
    setErrors({})
    setSaving(true)
    try {
      await session.setPassword(password)
      setPassword('')
      setAgain('')
      void showToast('success', text('settings.passwordSaved'))
    } catch (error) {
      setErrors({ password: (error as Error).message })
    } finally {
      setSaving(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) void save()
  }
  return (
    <SettingsSection title={text('settings.password')} about={text('settings.passwordText')}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {/* So that password managers know whose password this is. */}
        <input type="text" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        <TextField
          type="password"
          label={text('settings.newPassword')}
          autoComplete="new-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
          error={errors.password !== undefined}
          helperText={errors.password}
        />
        <TextField
          type="password"
          label={text('settings.repeatPassword')}
          autoComplete="new-password"
          value={again}
          onChange={event => setAgain(event.target.value)}
          error={errors.again !== undefined}
          helperText={errors.again}
        />
        <div className={styles.toolbar}>
          <Button type="submit" variant="contained" aria-busy={isSaving}>
            {text('settings.changePassword')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
