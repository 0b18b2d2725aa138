import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { DialogFrame, type QuestionProps, takeFocus, UsingRecord } from '../../show'
import screenStyles from '../../ui/screen/screen.module.css'
import { TellEach, useTellsByDefault } from '../bookings/TellCustomer'
import styles from './schedules.module.css'
import { useText } from './useText'

export interface BookingsDecision {
  bookings: 'keep' | 'cancel'
  reason: string | null
  notify: boolean
}

interface BookedTimeslotDialogProps extends Omit<QuestionProps, 'onAnswer'> {
  onAnswer: (decision: BookingsDecision) => void
}

const BookedTimeslotDialog = ({ asked, isBusy, refused, onAnswer, onClose }: BookedTimeslotDialogProps) => {
  const text = useText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(useTellsByDefault())
  const count = asked.usedBy.reduce((sum, usage) => sum + usage.count, 0)
  const named = asked.usedBy.flatMap(({ resource, records }) => records.map(record => ({ resource, record })))
  const decide = (bookings: BookingsDecision['bookings']) => () => {
    // Kept bookings send no notice.
    if (!isBusy) onAnswer({ bookings, reason: reason.trim() || null, notify: bookings === 'cancel' && isTold })
  }
  return (
    <DialogFrame
      title={text('timeslots.bookedTitle', { smart_count: count })}
      isAlert
      describedBy={id}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} ref={takeFocus}>
            {text('timeslots.back')}
          </Button>
          <Button variant="outlined" aria-busy={isBusy} onClick={decide('keep')}>
            {text('timeslots.keepBookings')}
          </Button>
          <Button color="error" variant="contained" aria-busy={isBusy} onClick={decide('cancel')}>
            {text('timeslots.cancelBookings')}
          </Button>
        </>
      }
    >
      <div id={id}>
        <p>{text('timeslots.bookedText')}</p>
        <ul>
          {named.map(({ resource, record }) => (
            <li key={record.id}>
              <UsingRecord resource={resource} record={record} />
            </li>
          ))}
        </ul>
        {count > named.length && <p>{text('timeslots.bookedMore', { smart_count: count - named.length })}</p>}
      </div>
      <TextField
        fullWidth
        multiline
        className={styles.reason}
        label={text('timeslots.reason')}
        value={reason}
        error={Boolean(refused?.reason)}
        helperText={refused?.reason}
        onChange={event => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <TellEach isTold={isTold} onChange={setTold} />
      {refused && !refused.reason && (
        <p role="alert" className={screenStyles.refusal}>
          {Object.values(refused).join(' ')}
        </p>
      )}
    </DialogFrame>
  )
}

export default BookedTimeslotDialog
