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
import { formatMoney, fromDecimal, toTyped } from '../../../ui/format/money'
import styles from '../bookings.module.css'
import { useBookingApi } from '../bookingsApi'

/** Sets another total, which takes a reason. */
export const PriceDialog = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const { locale } = useDisplay()
  const api = useBookingApi()
  const id = useId()
  const { currency } = booking.total
  const [typed, setTyped] = useState(toTyped(booking.total, locale))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const amount = fromDecimal(typed, currency)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || amount === undefined || amount === null) return
    setBusy(true)
    try {
      await api.patch(booking.id, { total: { amount, currency }, reason: reason || null })
      notify(text('booking.priceSaved'), { type: 'success' })
      onClose()
    } catch (error) {
      const failure = failureOf(error)
      setErrors({ ...failure.errors, ...(Object.keys(failure.errors).length === 0 && { total: failure.detail }) })
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text('booking.priceTitle', { reference: booking.reference })}</DialogTitle>
        <DialogContent>
          <p className={styles.muted}>{text('booking.priceBefore', { total: formatMoney(booking.total, locale) })}</p>
          <TextField
            label={`${text('booking.newTotal')} (${currency})`}
            value={typed}
            autoFocus
            error={amount === undefined || amount === null || errors.total !== undefined}
            helperText={errors.total}
            onChange={event => setTyped(event.target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
          <TextField
            label={text('booking.reason')}
            value={reason}
            error={errors.reason !== undefined}
            helperText={errors.reason}
            onChange={event => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" variant="contained" aria-busy={isBusy}>
            {text('booking.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
