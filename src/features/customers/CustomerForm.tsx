import { useNavigate } from 'react-router'
import { DeleteButton } from '../../crud/form/DeleteButton'
import { ErrorSummary } from '../../crud/form/ErrorSummary'
import { FormSections } from '../../crud/form/FormSections'
import { FormToolbar } from '../../crud/form/FormToolbar'
import formStyles from '../../crud/form/form.module.css'
import { RecordForm } from '../../crud/form/RecordForm'
import { customers } from '../../resources/customers'
import { screenPath } from '../../schema'
import { Stack } from '../../ui/layout'

interface CustomerFormProps {
  isReadOnly: boolean
  isDeletable: boolean
  onReload: () => Promise<unknown>
}

const CustomerForm = ({ isReadOnly, isDeletable, onReload }: CustomerFormProps) => {
  const navigate = useNavigate()
  const list = screenPath(customers, 'list')
  return (
    <RecordForm
      className={formStyles.page}
      isReadOnly={isReadOnly}
      staysOpen
      onSaved={() => void onReload()}
      onReload={onReload}
    >
      <ErrorSummary />
      <Stack gap="1.5rem" className={formStyles.panel}>
        <FormSections />
      </Stack>
      <FormToolbar>{isDeletable && <DeleteButton onDeleted={() => navigate(list)} />}</FormToolbar>
    </RecordForm>
  )
}

export default CustomerForm
