import { useNavigate } from 'react-router'
import formStyles from '../../crud/form/form.module.css'
import { screenPath } from '../../declare'
import { customers } from '../../resources/customers'
import { DeleteButton, ErrorSummary, FormSections, FormToolbar, RecordForm, Stack } from '../../show'

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
