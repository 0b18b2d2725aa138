import { createContext, type RefObject, useContext } from 'react'
import type { Role } from '../../schema'

interface FormSettings {
  isReadOnly: boolean
  /** Writable in spite of `locked`; null for all. */
  open: readonly string[] | null
  role: Role | null
  mayLeave: RefObject<boolean>
  /** The last value that `Effect` noted. */
  note: RefObject<unknown>
}

const FormContext = createContext<FormSettings | null>(null)

export const FormSettingsProvider = FormContext.Provider

export const useSettingsOfForm = (): FormSettings | null => useContext(FormContext)

/** @throws outside a form */
export const useFormSettings = (): FormSettings => {
  const settings = useSettingsOfForm()
  if (!settings) throw new Error('useFormSettings must be used inside a RecordForm.')
  return settings
}
