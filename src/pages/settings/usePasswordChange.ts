import { useNotify } from 'ra-core'
import { useState } from 'react'
import { changePassword } from '../../authProvider/ownAuth'
import { useSessionStore } from '../../authProvider/useSession'
import { passwordProblem } from '../entry/passwordProblem'
import { useText } from './useText'

export interface PasswordFields {
  current: string
  code: string
  password: string
  again: string
}

const empty: PasswordFields = { current: '', code: '', password: '', again: '' }

type Proof = 'current' | 'code' | null

export const usePasswordChange = () => {
  const text = useText()
  const notify = useNotify()
  const session = useSessionStore()
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Partial<PasswordFields>>({})
  const [proof, setProof] = useState<Proof>(session.isEmbedded ? 'current' : null)
  const [endsOthers, setEndsOthers] = useState(true)
  const [isSaving, setSaving] = useState(false)

  const askForCode = async () => {
    setErrors({})
    try {
      await session.requestCode()
      setProof('code')
    } catch (error) {
      setErrors({ [proof ?? 'password']: (error as Error).message })
    }
  }

  const refused = async (error: Error & { code?: string }) => {
    switch (error.code) {
      case 'reauthentication_needed':
        return askForCode()
      case 'reauthentication_not_valid':
        return setErrors({ code: text('settings.codeWrong') })
      case 'current_password_required':
        setProof('current')
        return setErrors({ current: text('settings.currentPasswordEmpty') })
      case 'current_password_invalid':
        setProof('current')
        return setErrors({ current: text('settings.currentPasswordWrong') })
      default:
        return setErrors({ password: passwordProblem(error) ?? error.message })
    }
  }

  const save = async () => {
    const { current, code, password, again } = values
    if (proof === 'current' && !current) return setErrors({ current: text('settings.currentPasswordEmpty') })
    if (proof === 'code' && !code.trim()) return setErrors({ code: text('settings.codeWrong') })
    if (!password) return setErrors({ password: text('settings.passwordEmpty') })
    if (password !== again) return setErrors({ again: text('settings.passwordsDiffer') })
    setErrors({})
    setSaving(true)
    try {
      await changePassword(session, {
        password,
        ...(proof === 'current' && { current }),
        ...(proof === 'code' && { code: code.trim() }),
        keepsOthers: !endsOthers,
      })
      setValues(empty)
      setProof(session.isEmbedded ? 'current' : null)
      notify(text('settings.passwordSaved'), { type: 'success' })
    } catch (error) {
      await refused(error as Error)
    } finally {
      setSaving(false)
    }
  }
  return { values, setValues, errors, proof, endsOthers, setEndsOthers, isSaving, askForCode, save }
}
