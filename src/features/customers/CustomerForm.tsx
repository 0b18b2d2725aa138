import formStyles from '../../crud/form/form.module.css'
import { ErrorSummary, FormSections, FormToolbar, RecordForm, Stack } from '../../show'

interface CustomerFormProps {
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const CustomerForm = ({ isReadOnly, onReload }: CustomerFormProps) => (
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
    <FormToolbar />
  </RecordForm>
)

export default CustomerForm
