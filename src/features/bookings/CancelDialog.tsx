import { lazy } from 'react'
import { bookingActions } from '../../resources/bookingActions'
import type { Booking } from '../../resources/bookings'
import { ActionDialog, type OwnDialogProps } from '../../show'
import { isOfSeries } from '../series/isOfSeries'

const OfSeriesDialog = lazy(() => import('../series/OfSeriesDialog'))
const WaitingForPlace = lazy(() => import('../waitlist/WaitingForPlace'))

const cancel = { name: 'cancel', action: bookingActions.cancel }

/** In a series, asks which dates are meant. */
const CancelDialog = ({ record: booking, onClose }: OwnDialogProps<Booking>) => {
  if (!isOfSeries(booking)) return <ActionDialog named={cancel} subject={{ record: booking }} onClose={onClose} />
  return (
    <OfSeriesDialog booking={booking} change="cancel" onClose={onClose}>
      <WaitingForPlace booking={booking} isLeaving />
    </OfSeriesDialog>
  )
}

export default CancelDialog
