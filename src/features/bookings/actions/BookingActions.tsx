import MoreVert from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useCanAccess, useNotify } from 'ra-core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { serverNow } from '../../../dataProvider/serverClock'
import { useText } from '../../../i18n/useText'
import { type Booking, bookings } from '../../../resources/bookings'
import { useFailure } from '../../../ui/failure/useFailure'
import { useNow } from '../../availability/timeline/useNow'
import { useBookingApi } from '../bookingsApi'
import { MoveDialog } from '../move/MoveDialog'
import { type Choice, choicesOf } from './bookingActions'
import { ReasonDialog } from './ReasonDialog'

interface BookingActionsProps {
  booking: Booking
  /** More entries for the menu. */
  children?: ReactNode
  /** How many of the actions are buttons of their own. */
  buttons?: number
  /** For use among other content: small and unobtrusive. */
  isCompact?: boolean
}

/** All actions of a booking now: the likeliest as buttons, the rest in a menu. */
export const BookingActions = ({ booking, children, buttons = 2, isCompact = false }: BookingActionsProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const now = useNow()
  const api = useBookingApi()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [asking, setAsking] = useState<Extract<Choice, { kind: 'reason' }> | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { canAccess } = useCanAccess({ resource: bookings.name, action: 'edit' })
  if (!canAccess) return null

  const run = async (choice: Choice) => {
    setOpen(false)
    if (choice.kind === 'move') return setMoving(true)
    if (choice.kind === 'reason') return setAsking(choice)
    if (isBusy) return
    setBusy(true)
    try {
      if (choice.kind === 'undo') await api.undo(booking.id, choice.action)
      else await api.act(booking.id, choice.action)
      notify(text(choice.done, { reference: booking.reference }), { type: 'success' })
    } catch (error) {
      const { isSignedOut, detail } = failureOf(error)
      if (!isSignedOut) notify(detail, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const choices = choicesOf(booking, Math.max(now, serverNow()))
  const size = isCompact ? 'small' : 'medium'
  const [first, rest] = [choices.slice(0, buttons), choices.slice(buttons)]
  return (
    <>
      {first.map((choice, index) => (
        <Button
          key={choice.label}
          size={size}
          variant={index === 0 && !isCompact ? 'contained' : 'outlined'}
          aria-busy={isBusy}
          onClick={() => void run(choice)}
        >
          {text(choice.label)}
        </Button>
      ))}
      {(rest.length > 0 || children) && (
        <>
          <Button
            ref={opener}
            id={`${id}-opener`}
            size={size}
            variant={isCompact ? 'text' : 'outlined'}
            endIcon={<MoreVert />}
            aria-haspopup="menu"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(true)}
          >
            {text('booking.more')}
          </Button>
          <Menu
            id={id}
            open={isOpen}
            anchorEl={opener.current}
            onClose={() => setOpen(false)}
            onClick={() => setOpen(false)}
            slotProps={{ list: { 'aria-labelledby': `${id}-opener` } }}
          >
            {rest.map(choice => (
              <MenuItem key={choice.label} onClick={() => void run(choice)}>
                {text(choice.label)}
              </MenuItem>
            ))}
            {children}
          </Menu>
        </>
      )}
      {asking && <ReasonDialog booking={booking} choice={asking} onClose={() => setAsking(null)} />}
      {isMoving && <MoveDialog booking={booking} onClose={() => setMoving(false)} />}
    </>
  )
}
