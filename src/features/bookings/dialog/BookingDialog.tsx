import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { bookings } from '../../../resources/bookings'
import { ConfirmDialog, growsDown, resourceKeys, useIsNarrow } from '../../../show'

import styles from '../bookings.module.css'
import { BookingFields } from './BookingFields'
import { BookingSummary, PlaceStatus } from './PlaceStatus'
import { useBookingDialog } from './useBookingDialog'
import type { BookingStart } from './useBookingDraft'
import { useText } from './useText'
import { WhatToBook } from './WhatToBook'

const NoteWish = lazy(() => import('../../demand/NoteWish'))
const AddToWaitlist = lazy(() => import('../../waitlist/AddToWaitlist'))
const WaitingForPlace = lazy(() => import('../../waitlist/WaitingForPlace'))
const RepeatFields = lazy(() => import('../../series/RepeatFields'))

interface BookingDialogProps {
  start: BookingStart
  onClose: () => void
}

/** Holds the time while it is open, and releases it when closed without booking. */
const BookingDialog = ({ start, onClose }: BookingDialogProps) => {
  const text = useText()
  const isNarrow = useIsNarrow()
  const id = useId()
  const missingId = useId()
  const [isTried, setTried] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const form = useBookingDialog(start, onClose)
  const { booking, quote, problem, missing, isBusy, repeated, request, customerId, setRepeated, waiting } = form

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing.length > 0) return
    if (repeated) form.bookSeries()
    else if (booking) form.confirm(booking)
  }
  const close = () => {
    if (form.isTyped) setLeaving(true)
    else onClose()
  }
  return (
    <Dialog open onClose={close} fullScreen={isNarrow} fullWidth maxWidth="sm" sx={growsDown} aria-labelledby={id}>
      <form noValidate className={styles.dialog} onSubmit={submit}>
        <DialogTitle component="div" className={styles.dialogTitle}>
          <h2 id={id}>{text(resourceKeys(bookings).page('create'))}</h2>
          <IconButton aria-label={text('availability.close')} onClick={close} edge="end">
            <Close />
          </IconButton>
        </DialogTitle>
        <DialogContent className={styles.dialogContent}>
          <BookingSummary form={form} />
          <WhatToBook
            draft={form.draft}
            item={form.item}
            variants={form.variants}
            variant={form.variant}
            onChange={form.change}
          />
          <PlaceStatus form={form} />
          {waiting && (
            <Suspense>
              <AddToWaitlist {...waiting} onAdded={onClose} />
            </Suspense>
          )}
          {form.refused && (
            <Suspense>
              <NoteWish {...form.refused} />
            </Suspense>
          )}
          {booking && (
            <Suspense>
              <WaitingForPlace booking={booking} onBefore={form.letGo} onOffered={onClose} />
            </Suspense>
          )}
          <Suspense fallback={null}>
            <RepeatFields request={request} customerId={customerId} onChange={setRepeated} />
          </Suspense>
          <BookingFields form={form} />
        </DialogContent>
        <DialogActions className={styles.dialogActions}>
          {problem && (
            <p role="alert" className={styles.error}>
              {problem}
            </p>
          )}
          {missing.length > 0 && (
            <p id={missingId} role={isTried ? 'alert' : undefined} className={isTried ? styles.error : styles.missing}>
              {text('booking.missing', { what: missing.map(one => text(`booking.missing.${one}`)).join(', ') })}
            </p>
          )}
          <Button onClick={close}>{text('booking.cancelDialog')}</Button>
          <Button
            type="submit"
            variant="contained"
            aria-describedby={missing.length > 0 ? missingId : undefined}
            aria-busy={isBusy}
          >
            {text(repeated ? 'booking.bookSeries' : quote?.requiresApproval ? 'booking.request' : 'booking.book')}
          </Button>
        </DialogActions>
      </form>
      <ConfirmDialog
        isOpen={isLeaving}
        title={text('booking.discardTitle')}
        confirm={text('booking.discard')}
        cancel={text('booking.keepEditing')}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {text('booking.discardText')}
      </ConfirmDialog>
    </Dialog>
  )
}

export default BookingDialog
