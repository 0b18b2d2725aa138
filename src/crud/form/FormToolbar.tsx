import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { FormEffect } from './FormEffect'
import styles from './form.module.css'
import { useFormSettings } from './formContext'
import { SaveButton } from './SaveButton'

/** Discards what was typed; stands there only when something was. */
const DiscardButton = () => {
  const text = useMachineText()
  const { reset } = useFormContext()
  const { dirtyFields } = useFormState()
  if (Object.keys(dirtyFields).length === 0) return null
  return <Button onClick={() => reset()}>{text('crud.unsaved.discard')}</Button>
}

interface FormToolbarProps {
  /** In place of the button that discards what was typed: the way out of a new record. */
  cancel?: ReactNode
  /** At the start of the line, such as a button that deletes. */
  children?: ReactNode
}

/** Save, and what stands beside it. Stays in sight while its form is scrolled; absent where nothing can be saved. */
export const FormToolbar = ({ cancel = <DiscardButton />, children }: FormToolbarProps) => {
  const { isReadOnly } = useFormSettings()
  if (isReadOnly && !children) return null
  return (
    <div className={styles.toolbar}>
      {!isReadOnly && <FormEffect />}
      {children}
      {cancel}
      <SaveButton />
    </div>
  )
}
