import { createContext, type RefObject, useContext } from 'react'
import type { Role } from '../../schema'

interface FormSettings {
  /** Fields that the user may not write are shown as text. */
  isReadOnly: boolean
  /** The only fields that the record's state leaves open; null for all. */
  open: readonly string[] | null
  role: Role | null
  /** True once the input is saved or discarded: the form may be left without asking. */
  mayLeave: RefObject<boolean>
  /** What the form's `Effect` noted for `BeforeWrite`. */
  note: RefObject<unknown>
}

const FormContext = createContext<FormSettings | null>(null)

export const FormSettingsProvider = FormContext.Provider

/** @throws outside a form */
export const useFormSettings = (): FormSettings => {
  const settings = useContext(FormContext)
  if (!settings) throw new Error('useFormSettings must be used inside a RecordForm.')
  return settings
}
