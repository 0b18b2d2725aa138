import Button from '@mui/material/Button'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import styles from './form.module.css'
import { useFormSettings } from './formContext'

/** The button that saves the surrounding form. Never disabled, since pressing it shows missing fields. */
export const SaveButton = () => {
  const text = useMachineText()
  const { isReadOnly } = useFormSettings()
  const { isSubmitting } = useFormState()
  if (isReadOnly) return null
  return (
    <Button
      type="submit"
      variant="contained"
      aria-busy={isSubmitting}
      startIcon={isSubmitting && <span className={styles.spinner} />}
    >
      {text(isSubmitting ? 'crud.saving' : 'crud.save')}
    </Button>
  )
}
