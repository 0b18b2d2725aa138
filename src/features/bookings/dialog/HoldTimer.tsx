import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined'
import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useEffect, useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { Row, serverNow } from '../../../show'
import styles from '../bookings.module.css'
import { useText } from './useText'

interface HoldTimerProps {
  booking: Booking
  isBusy: boolean
  onExtend: () => void
}

/** `9:05` */
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Extendable once. Announces the last minute and the end. */
export const HoldTimer = ({ booking, isBusy, onExtend }: HoldTimerProps) => {
  const text = useText()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((Date.parse(booking.holdExpiresAt ?? booking.startsAt) - now) / 1000))
  return (
    <Row gap="0.5rem" className={styles.hold} data-is-urgent={left <= 60}>
      <HourglassEmpty fontSize="small" />
      <span role="timer">{left > 0 ? text('booking.held', { left: clock(left) }) : text('booking.holdOver')}</span>
      <span role="status" style={visuallyHidden}>
        {left === 0 ? text('booking.holdOver') : left <= 60 ? text('booking.holdEnds') : ''}
      </span>
      {!booking.isHoldExtended && left > 0 && (
        <Button size="small" aria-busy={isBusy} onClick={onExtend}>
          {text('booking.extendHold')}
        </Button>
      )}
    </Row>
  )
}
