import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { Row, serverNow } from '../../../show'
import styles from '../bookings.module.css'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'
import whatStyles from './what.module.css'

/** `9:05` */
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** In seconds. */
const useTimeLeft = ({ holdExpiresAt, startsAt }: Booking): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(holdExpiresAt ?? startsAt) - now) / 1000))
}

export const HoldClock = ({ booking }: { booking: Booking }) => {
  const text = useText()
  const left = useTimeLeft(booking)
  return (
    <span role="timer" className={whatStyles.clock} data-is-urgent={left <= 60}>
      <span style={visuallyHidden}>{text('booking.held', { left: '' })}</span>
      {clock(left)}
    </span>
  )
}

/** Announces that the place is kept, the last minute and the end. */
export const KeepLonger = ({ form, booking }: { form: BookingForm; booking: Booking }) => {
  const text = useText()
  const left = useTimeLeft(booking)
  const [first] = useState(left)
  // Screen readers say what changes in a status, not what it begins with.
  const told = useDeferredValue(text('booking.held', { left: clock(first) }), '')
  const says = left === 0 ? text('booking.holdOver') : left <= 60 ? text('booking.holdEnds') : ''
  return (
    <Row wrap gap="0 0.5rem" className={styles.hold} data-is-urgent={left <= 60}>
      <span role="status" style={visuallyHidden}>
        {told}
      </span>
      <span role="status">{says}</span>
      {!booking.isHoldExtended && left > 0 && (
        <Button size="small" aria-busy={form.isBusy} onClick={() => form.extend(booking)}>
          {text('booking.extendHold')}
        </Button>
      )}
    </Row>
  )
}
