import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { lazy, useId } from 'react'
import type { OwnDialogProps } from '../../../crud/views'
import type { Booking } from '../../../resources/bookings'
import { useDisplay } from '../../../ui/format/display'
import { growsDown } from '../../../ui/growsDown'
import { DateField } from '../../../ui/inputs/DateField'
import { TimeField } from '../../../ui/inputs/TimeField'
import { useIsNarrow } from '../../../ui/screen/useIsNarrow'
import { useText } from '../../availability/useText'
import { isOfSeries } from '../../series/isOfSeries'
import styles from '../bookings.module.css'
import { formatDayTimes } from '../formatDayTimes'
import { RefusalNotice } from '../RefusalNotice'
import { TellKnown } from '../TellCustomer'
import { MovePreview } from './MovePreview'
import { ResourceFields } from './ResourceFields'
import { type TriedMove, useMoveForm } from './useMoveForm'

const OfSeriesDialog = lazy(() => import('../../series/OfSeriesDialog'))

interface MoveDialogProps {
  booking: Booking
  tried?: TriedMove | undefined
  onClose: () => void
}

/** Moves a booking to another time or other resources. Explains a refusal and offers alternatives. */
export const MoveDialog = ({ booking, tried, onClose }: MoveDialogProps) => {
  const text = useText()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const id = useId()
  const form = useMoveForm(booking, tried, onClose)
  const { refusal, problem, reason, isBusy, startsAt, resourceIds } = form
  return (
    <Dialog open onClose={onClose} fullWidth fullScreen={isNarrow} maxWidth="sm" sx={growsDown} aria-labelledby={id}>
      <form
        noValidate
        className={styles.dialog}
        onSubmit={event => {
          event.preventDefault()
          form.submit()
        }}
      >
        <DialogTitle id={id}>{text('booking.moveTitle', { reference: booking.reference })}</DialogTitle>
        <DialogContent className={styles.dialogContent}>
          <p className={styles.muted}>
            {[booking.customerName, booking.title, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
          </p>
          <div className={styles.pair}>
            <DateField
              label={text('availability.date')}
              value={form.date}
              onChange={date => form.change({ date })}
              autoFocus
            />
            <TimeField label={text('availability.time')} value={form.time} onChange={time => form.change({ time })} />
          </div>
          <ResourceFields
            booking={booking}
            resourceIds={resourceIds}
            onChange={chosen => form.change({ resourceIds: chosen })}
          />
          {booking.customerId && booking.status !== 'held' && (
            <TellKnown customerId={booking.customerId} isTold={form.isTold} onChange={form.setTold} />
          )}
          {!refusal && <MovePreview booking={booking} place={startsAt ? { startsAt, resourceIds } : booking} />}
          {refusal && (
            <RefusalNotice
              refusal={refusal}
              isBusy={isBusy}
              override={text('booking.moveAllTheSame')}
              onTake={form.take}
              onOverride={why => form.submit({ override: true, reason: why })}
            />
          )}
          {(problem?.reason || reason) && (
            <TextField
              label={text('booking.reason')}
              value={reason}
              error={Boolean(problem?.reason)}
              helperText={problem?.reason}
              onChange={event => form.setReason(event.target.value)}
            />
          )}
          {problem && !problem.reason && (
            <p role="alert" className={styles.error}>
              {problem.detail}
            </p>
          )}
        </DialogContent>
        <DialogActions className={styles.dialogActions}>
          <Button onClick={onClose}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" variant="contained" disabled={form.startsAt === null} aria-busy={isBusy}>
            {text('booking.move')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Moves a booking. In a series, it asks which dates are meant. */
const RescheduleDialog = ({ record, onClose }: OwnDialogProps) => {
  const booking = record as Booking
  if (isOfSeries(booking)) return <OfSeriesDialog booking={booking} change="move" onClose={onClose} />
  return <MoveDialog booking={booking} onClose={onClose} />
}

export default RescheduleDialog
