import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useFormState } from 'react-hook-form'
import { useCrudText } from '../text/useCrudText'
import { useFormSettings } from './formContext'

/** Always there to be pressed, so that pressing it can say what is missing; the form itself saves once at a time. */
export const SaveButton = () => {
  const text = useCrudText()
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
