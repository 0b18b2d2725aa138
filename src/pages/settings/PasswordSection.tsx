import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import TextField from '@mui/material/TextField'
import type { FormEvent } from 'react'
import { useEmail } from '../../authProvider/useMe'
import { useSessionStore } from '../../authProvider/useSession'
import { SettingsSection } from './SettingsSection'
import styles from './settings.module.css'
import { type PasswordFields, usePasswordChange } from './usePasswordChange'
import { useText } from './useText'

export const PasswordSection = () => {
  const text = useText()
  const session = useSessionStore()
  const email = useEmail()
  const { values, setValues, errors, proof, endsOthers, setEndsOthers, isSaving, askForCode, save } =
    usePasswordChange()

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) void save()
  }
  const field = (name: keyof PasswordFields) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    error: errors[name] !== undefined,
    helperText: errors[name],
  })
  return (
    <SettingsSection anchor="password" title={text('settings.password')} about={text('settings.passwordText')}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {/* Password managers need the account's name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {proof === 'current' && (
          <>
            <TextField
              type="password"
              label={text('settings.currentPassword')}
              autoComplete="current-password"
              {...field('current')}
            />
            <Button size="small" className={styles.aside} onClick={() => void askForCode()}>
              {text('settings.sendCode')}
            </Button>
          </>
        )}
        {proof === 'code' && (
          <TextField
            label={text('settings.code')}
            autoComplete="one-time-code"
            {...field('code')}
            helperText={errors.code ?? text('settings.codeSent', { email })}
          />
        )}
        <TextField
          type="password"
          label={text('settings.newPassword')}
          autoComplete="new-password"
          {...field('password')}
        />
        <TextField
          type="password"
          label={text('settings.repeatPassword')}
          autoComplete="new-password"
          {...field('again')}
        />
        {session.isEmbedded && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox in it is a component
          <label className={styles.choice}>
            <Checkbox size="small" checked={endsOthers} onChange={event => setEndsOthers(event.target.checked)} />
            {text('settings.signOutOthers')}
          </label>
        )}
        <div className={styles.toolbar}>
          <Button type="submit" variant="contained" aria-busy={isSaving}>
            {text('settings.changePassword')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
