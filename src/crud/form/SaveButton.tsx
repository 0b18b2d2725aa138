import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
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
      startIcon={isSubmitting && <CircularProgress size={16} color="inherit" />}
    >
      {text(isSubmitting ? 'crud.saving' : 'crud.save')}
    </Button>
  )
}
