import { createContext, type RefObject, useContext } from 'react'
import type { Role } from '../../schema'

interface FormSettings {
  /** What the person may not write is shown as text. */
  isReadOnly: boolean
  role: Role | null
  /** True once what was typed is saved, or is not wanted any more: the form may be left without asking. */
  mayLeave: RefObject<boolean>
}

const FormContext = createContext<FormSettings | null>(null)

export const FormSettingsProvider = FormContext.Provider

/** @throws outside a form */
export const useFormSettings = (): FormSettings => {
  const settings = useContext(FormContext)
  if (!settings) throw new Error('useFormSettings must be used inside a RecordForm.')
  return settings
}
