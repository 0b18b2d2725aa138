import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { undoable, useFailure } from '../../../show'
import { useText } from '../useText'

type PaymentStatus = Booking['paymentStatus']

interface PaidButtonProps {
  before: PaymentStatus
  onSet: (paymentStatus: PaymentStatus) => Promise<unknown>
}

export const PaidButton = ({ before, onSet }: PaidButtonProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const [isBusy, setBusy] = useState(false)
  const set = async (paymentStatus: PaymentStatus): Promise<boolean> => {
    setBusy(true)
    try {
      await onSet(paymentStatus)
      return true
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
      return false
    } finally {
      setBusy(false)
    }
  }
  const undo = async () => {
    if (await set(before)) notify(text('crud.undone'), { type: 'success' })
  }
  const pay = async () => {
    if (await set('paid'))
      notify(text('booking.paid'), { type: 'success', ...undoable(text('crud.undo'), () => void undo()) })
  }
  return (
    <Button size="small" variant="outlined" aria-busy={isBusy} onClick={() => void (isBusy || pay())}>
      {text('booking.markPaid')}
    </Button>
  )
}
