import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import styles from './form.module.css'
import { useFormSettings } from './formContext'

/** Never disabled: pressing it shows missing fields. */
export const SaveButton = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const isNew = useRecordContext()?.id === undefined
  const { isReadOnly } = useFormSettings()
  const { isSubmitting } = useFormState()
  if (isReadOnly) return null
  const save = isNew && resource.texts?.create ? text(resourceKeys(resource).notification('create')) : text('crud.save')
  return (
    <Button
      type="submit"
      variant="contained"
      aria-busy={isSubmitting}
      startIcon={isSubmitting && <span className={styles.spinner} />}
    >
      {isSubmitting ? text('crud.saving') : save}
    </Button>
  )
}
