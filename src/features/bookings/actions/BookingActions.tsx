import { useCanAccess } from 'ra-core'
import type { ReactNode } from 'react'
import { RecordActions } from '../../../crud/actions/RecordActions'
import { DeclarationProvider } from '../../../crud/declaration'
import { type Booking, bookings } from '../../../resources/bookings'
import { TellMoveItem } from './TellMoveItem'
import { useUntoldMove } from './useUntoldMove'

interface BookingActionsProps {
  booking: Booking
  children?: ReactNode
  /** How many actions are buttons. */
  buttons?: number
  isCompact?: boolean
}

/** The actions that a booking's status and the role allow: the main ones as buttons, the rest in a menu. */
export const BookingActions = ({ booking, children, buttons = 2, isCompact = false }: BookingActionsProps) => {
  const { canAccess } = useCanAccess({ resource: bookings.name, action: 'edit' })
  const untold = useUntoldMove(booking, canAccess === true)
  if (!canAccess) return null
  return (
    <DeclarationProvider resource={bookings}>
      <RecordActions record={booking} buttons={buttons} hasPrimary={!isCompact} size={isCompact ? 'small' : 'medium'}>
        {untold ? [<TellMoveItem key="tellMove" booking={booking} email={untold} />, children] : children}
      </RecordActions>
    </DeclarationProvider>
  )
}
