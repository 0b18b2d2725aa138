import { MINUTE } from '../../declare'
import type { Booking } from '../../resources/bookings'
import { useVariants } from '../availability/useRequest'
import WaitInstead from './WaitInstead'

const WaitForBooked = ({ booking }: { booking: Booking }) => {
  const { catalogItemId, variantId, startsAt, endsAt, status } = booking
  const { variants } = useVariants(catalogItemId, variantId)
  const variant = variants.find(({ id }) => id === variantId)
  if (!variant || !['held', 'pending', 'confirmed'].includes(status)) return null
  const elapsed = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE
  const minutes = variant.durationType === 'daily' ? Math.ceil(elapsed / 1440) * 1440 : elapsed
  return <WaitInstead variant={variant} startsAt={startsAt} minutes={minutes} />
}

export default WaitForBooked
