import Replay from '@mui/icons-material/Replay'
import Button from '@mui/material/Button'
import { useGetList } from 'ra-core'
import { type Booking, bookings } from '../../../resources/bookings'
import { useText } from './useText'

const latest = {
  pagination: { page: 1, perPage: 20 },
  sort: { field: 'startsAt', order: 'DESC' as const },
}

const withWhom = ({ resources }: Booking): string => resources[0]?.name ?? ''

/** The most frequent; of equals, the latest. */
const usualOf = (made: readonly Booking[]): Booking | null => {
  const counts = new Map<string, { booking: Booking; count: number }>()
  for (const booking of made) {
    const key = [booking.variantId, booking.resourceIds[0]].join()
    const known = counts.get(key)
    counts.set(key, { booking: known?.booking ?? booking, count: (known?.count ?? 0) + 1 })
  }
  const [most] = Array.from(counts.values()).sort((one, other) => other.count - one.count)
  return most?.booking ?? null
}

export const UsualBooking = ({ customerId, onTake }: { customerId: string; onTake: (usual: Booking) => void }) => {
  const text = useText()
  const { data = [] } = useGetList<Booking>(bookings.name, {
    ...latest,
    filter: { customerId, status: ['confirmed', 'completed'] },
  })
  const usual = usualOf(data)
  if (!usual?.variantId) return null
  const name = withWhom(usual)
  return (
    <div>
      <Button size="small" startIcon={<Replay />} onClick={() => onTake(usual)}>
        {name
          ? text('booking.usualWith', { title: usual.title ?? '', name })
          : text('booking.usual', { title: usual.title ?? '' })}
      </Button>
    </div>
  )
}
