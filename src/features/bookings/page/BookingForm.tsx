import { EditForm, FormField } from '../../../show'
import styles from '../bookings.module.css'

const inputs = ['internalNotes', 'notes', 'customerId', 'quantity', 'paymentStatus', 'sendsReminders'] as const

interface BookingFormProps {
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const BookingForm = ({ isReadOnly, onReload }: BookingFormProps) => (
  <EditForm className={styles.panel} isReadOnly={isReadOnly} onSaved={() => void onReload()} onReload={onReload}>
    {inputs.map(name => (
      <FormField key={name} name={name} />
    ))}
  </EditForm>
)

export default BookingForm
