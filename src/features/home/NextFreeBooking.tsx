import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useNextAvailable } from '../availability/availabilityApi'
import { useFirstItems, useVariants } from '../availability/useRequest'
import BookingDialog from '../bookings/dialog/BookingDialog'

interface NextFreeBookingProps {
  /** The local date from which on a time is looked for. */
  today: string
  onClose: () => void
}

/** The booking dialog with the next free time of the first item on offer; the availability screen if there is none. */
const NextFreeBooking = ({ today, onClose }: NextFreeBookingProps) => {
  const navigate = useNavigate()
  const items = useFirstItems()
  const item = items.data?.find(({ status }) => status === 'active')
  const { variant, isLoading } = useVariants(item?.id ?? null, null)
  const request = variant && { variantId: variant.id, channelId: null, quantity: null, durationMinutes: null }
  const next = useNextAvailable(request, today)
  const slot = next.data?.slots[0]
  const resourceId = slot?.resourceIds[0]
  const isNone =
    items.isError ||
    (items.data && !item) ||
    (item && !isLoading && !variant) ||
    next.isError ||
    (next.data && !resourceId)
  useEffect(() => {
    if (isNone) void navigate('/availability')
  }, [isNone, navigate])
  if (!item || !variant || !slot || !resourceId) return null
  return (
    <BookingDialog
      start={{ itemId: item.id, variantId: variant.id, resourceId, startsAt: slot.startsAt, endsAt: slot.endsAt }}
      onClose={onClose}
    />
  )
}

export default NextFreeBooking
