import { useCanAccess } from 'ra-core'
import type { ReactNode } from 'react'
import { RecordActions } from '../../../crud/actions/RecordActions'
import { DeclarationProvider } from '../../../crud/declaration'
import { type Booking, bookings } from '../../../resources/bookings'
import { TellMoveItem } from './TellMoveItem'
import { useUntoldMove } from './useUntoldMove'

interface BookingActionsProps {
  booking: Booking
  /** More entries for the menu. */
  children?: ReactNode
  /** How many of the actions are buttons of their own. */
  buttons?: number
  /** For use among other content: small and unobtrusive. */
  isCompact?: boolean
}

/** All actions of a booking now, for those who may change it: the likeliest as buttons, the rest in a menu. */
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
