import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import { useFailure } from '../../../ui/failure/useFailure'
import { useDisplay } from '../../../ui/format/display'
import { Choose } from '../../availability/Choose'
import styles from '../bookings.module.css'
import { useBookingApi } from '../bookingsApi'
import { formatDayTimes } from '../formatDayTimes'
import type { Choice } from './bookingActions'

interface ReasonDialogProps {
  booking: Booking
  choice: Extract<Choice, { kind: 'reason' }>
  onClose: () => void
}

/** Asks why before a booking is cancelled or declined. */
export const ReasonDialog = ({ booking, choice, onClose }: ReasonDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const display = useDisplay()
  const api = useBookingApi()
  const id = useId()
  const [reason, setReason] = useState('')
  const [by, setBy] = useState<'customer' | 'staff'>('customer')
  const [problem, setProblem] = useState<{ field: string | null; detail: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { action } = choice
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const why = reason || null
      if (action === 'cancel') await api.cancel(booking.id, { reason: why, by })
      else await api.act(booking.id, action, why)
      notify(text(choice.done, { reference: booking.reference }), { type: 'success' })
      onClose()
    } catch (error) {
      const { errors, detail } = failureOf(error)
      setProblem({ field: errors.reason ?? null, detail })
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text(`booking.ask.${action}`, { reference: booking.reference })}</DialogTitle>
        <DialogContent>
          <p className={styles.muted}>
            {[booking.title, booking.customerName, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
          </p>
          {action === 'cancel' && (
            <Choose
              label={text('booking.cancelledBy')}
              value={by}
              choices={[
                { id: 'customer', name: text('booking.byCustomer') },
                { id: 'staff', name: text('booking.byUs') },
              ]}
              onChange={chosen => setBy(chosen === 'staff' ? 'staff' : 'customer')}
            />
          )}
          <TextField
            label={text('booking.reason')}
            value={reason}
            multiline
            minRows={2}
            autoFocus
            error={Boolean(problem?.field)}
            helperText={problem?.field}
            onChange={event => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          {problem && !problem.field && (
            <p role="alert" className={styles.error}>
              {problem.detail}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('booking.keep')}</Button>
          <Button type="submit" color="error" variant="contained" aria-busy={isBusy}>
            {text(choice.label)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
