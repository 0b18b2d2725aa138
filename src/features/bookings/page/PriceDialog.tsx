import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { DialogForm, formatMoney, fromDecimal, toTyped, useDisplay } from '../../../show'
import styles from '../bookings.module.css'
import { useBookingApi } from '../bookingsApi'
import { ReasonField } from '../ReasonField'
import { useText } from '../useText'

export const PriceDialog = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const text = useText()
  const notify = useNotify()
  const { locale } = useDisplay()
  const api = useBookingApi()
  const { currency } = booking.total
  const [typed, setTyped] = useState(toTyped(booking.total, locale))
  const [reason, setReason] = useState('')
  const amount = fromDecimal(typed, currency)
  const save = async () => {
    if (amount === undefined || amount === null) return
    await api.patch(booking.id, { total: { amount, currency }, reason: reason || null })
    notify(text('booking.priceSaved'), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('booking.priceTitle', { reference: booking.reference })}
      submit={text('booking.save')}
      cancel={text('booking.cancelDialog')}
      maxWidth="xs"
      fields={['total', 'reason']}
      onSubmit={save}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
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
          <ReasonField value={reason} error={errors.reason} onChange={setReason} />
        </>
      )}
    </DialogForm>
  )
}
