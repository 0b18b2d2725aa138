import { ErrorSummary, FormField, RecordForm, SaveButton } from '../../../show'
import styles from '../bookings.module.css'

const inputs = ['customerId', 'quantity', 'paymentStatus', 'notes', 'internalNotes', 'sendsReminders'] as const

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
    <div className={styles.save}>
      <SaveButton />
    </div>
  </RecordForm>
)

export default BookingForm
