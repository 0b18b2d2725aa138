import MenuItem from '@mui/material/MenuItem'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useCanAccess, useDataProvider, useNotify } from 'ra-core'
import type { ReactNode } from 'react'
import { type Booking, bookings } from '../../../resources/bookings'
import { notifications } from '../../../resources/notifications'
import { DeclarationProvider, RecordActions, type SlotwiseDataProvider, useFailure } from '../../../show'
import { addressToTell, mayBeUntold, tellMove } from '../move/tellMove'
import { useText } from '../useText'

/** Null if the customer knows, or has no known address. */
const useUntoldMove = (booking: Booking, mayTell: boolean): string | null => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { data = null } = useQuery({
    // Refetches after mails and after further moves.
    queryKey: [notifications.name, 'untoldMove', booking.id, booking.icalSequence],
    queryFn: mayTell && mayBeUntold(booking) ? ({ signal }) => addressToTell(booking, dataProvider, signal) : skipToken,
    retry: false,
  })
  return mayTell && mayBeUntold(booking) ? data : null
}

const TellMoveItem = ({ booking, email }: { booking: Booking; email: string }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return (
    <MenuItem onClick={() => void tellMove(booking, email, { dataProvider, text, notify, failureOf })}>
      {text('booking.tellMoveLater')}
    </MenuItem>
  )
}

interface BookingActionsProps {
  booking: Booking
  children?: ReactNode
  buttons?: number
  isCompact?: boolean
}

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
