import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../../ui/layout'
import { FormEffect } from './FormEffect'
import styles from './form.module.css'
import { useFormSettings } from './formContext'
import { SaveButton } from './SaveButton'

const DiscardButton = () => {
  const text = useMachineText()
  const { reset } = useFormContext()
  const { dirtyFields } = useFormState()
  if (Object.keys(dirtyFields).length === 0) return null
  return <Button onClick={() => reset()}>{text('crud.unsaved.discard')}</Button>
}

interface FormToolbarProps {
  cancel?: ReactNode
  children?: ReactNode
}

/** The end of a form: `children`, a button that discards (or `cancel`), and the button that saves. */
export const FormToolbar = ({ cancel = <DiscardButton />, children }: FormToolbarProps) => {
  const { isReadOnly } = useFormSettings()
  if (isReadOnly && !children) return null
  return (
    <Row wrap gap="0.5rem" justify="flex-end" className={styles.toolbar}>
      {!isReadOnly && <FormEffect />}
      {children}
      {cancel}
      <SaveButton />
    </Row>
  )
}
