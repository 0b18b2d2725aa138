import Button from '@mui/material/Button'
import { type ReactNode, useId } from 'react'
import styles from '../bookings.module.css'
import { useText } from './useText'

interface BookingFootProps {
  /** Sums up what is booked. */
  children: ReactNode
  problem: string | null
  missing: readonly string[]
  /** Whether somebody tried to send the form. */
  isTried: boolean
  isBusy: boolean
  submit: string
  action?: ReactNode
  onLeave: () => void
}

export const BookingFoot = ({ children, problem, missing, isTried, isBusy, ...props }: BookingFootProps) => {
  const { submit, action, onLeave } = props
  const text = useText()
  const missingId = useId()
  return (
    <footer className={styles.bookingFoot}>
      {children}
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {missing.length > 0 && (
        <p id={missingId} role={isTried ? 'alert' : undefined} className={isTried ? styles.error : styles.missing}>
          {text('booking.missing', { what: missing.join(', ') })}
        </p>
      )}
      <div className={styles.bookingActions}>
        {action}
        <Button onClick={onLeave}>{text('booking.cancelDialog')}</Button>
        <Button
          type="submit"
          variant="contained"
          aria-describedby={missing.length > 0 ? missingId : undefined}
          aria-keyshortcuts="Control+Enter"
          aria-busy={isBusy}
        >
          {submit}
        </Button>
      </div>
    </footer>
  )
}
