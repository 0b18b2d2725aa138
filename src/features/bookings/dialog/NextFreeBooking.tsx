import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Customer } from '../../../resources/customers'
import { useNextAvailable } from '../../availability/availabilityApi'
import { useFirstItems, useVariants } from '../../availability/useRequest'
import BookingDialog from './BookingDialog'

interface NextFreeBookingProps {
  from: string
  /** Defaults to the first active item. */
  itemId?: string | null | undefined
  variantId?: string | null | undefined
  customer?: Customer | undefined
  onClose: () => void
}

/** Opens the availability screen if nothing is free. */
const NextFreeBooking = ({ from, itemId, variantId, customer, onClose }: NextFreeBookingProps) => {
  const navigate = useNavigate()
  const items = useFirstItems()
  const item = itemId ? null : items.data?.find(({ status }) => status === 'active')
  const wantedId = itemId ?? item?.id ?? null
  const { variant, isLoading } = useVariants(wantedId, variantId ?? null)
  const request = variant && { variantId: variant.id, channelId: null, quantity: null, durationMinutes: null }
  const next = useNextAvailable(request, from)
  const slot = next.data?.slots[0]
  const resourceId = slot?.resourceIds[0]
  const isNone =
    items.isError ||
    (items.data && !wantedId) ||
    (wantedId && !isLoading && !variant) ||
    next.isError ||
    (next.data && !resourceId)
  useEffect(() => {
    if (!isNone) return
    onClose()
    void navigate('/availability')
  }, [isNone, navigate, onClose])
  if (!wantedId || !variant || !slot || !resourceId) return null
  return (
    <BookingDialog
      start={{
        itemId: wantedId,
        variantId: variant.id,
        resourceId,
        startsAt: slot.startsAt,
        endsAt: slot.endsAt,
        ...(customer && { customer }),
      }}
      onClose={onClose}
    />
  )
}

export default NextFreeBooking
