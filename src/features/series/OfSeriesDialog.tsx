import type { ReactNode } from 'react'
import type { Booking } from '../../resources/bookings'
import SeriesDialog, { type SeriesChange } from './SeriesDialog'

interface OfSeriesDialogProps {
  booking: Booking
  change: SeriesChange
  to?: { startsAt: string; resourceIds: readonly string[] }
  children?: ReactNode
  onClose: () => void
}

const OfSeriesDialog = ({ booking, ...props }: OfSeriesDialogProps) => (
  <SeriesDialog
    series={{ ...booking, id: booking.seriesId ?? '', notes: null }}
    occurrence={{ ...booking, index: booking.seriesIndex ?? 0, bookingId: props.to ? null : booking.id }}
    {...props}
  />
)

export default OfSeriesDialog
