import { ErrorSummary, FormField, FormToolbar, RecordForm } from '../../../show'
import styles from '../bookings.module.css'

const inputs = ['internalNotes', 'notes', 'customerId', 'quantity', 'paymentStatus', 'sendsReminders'] as const

interface BookingFormProps {
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const BookingForm = ({ isReadOnly, onReload }: BookingFormProps) => (
  <RecordForm
    className={styles.panel}
    isReadOnly={isReadOnly}
    staysOpen
    onSaved={() => void onReload()}
    onReload={onReload}
  >
    <ErrorSummary />
    {inputs.map(name => (
      <FormField key={name} name={name} />
    ))}
    <FormToolbar />
  </RecordForm>
)

export default BookingForm
