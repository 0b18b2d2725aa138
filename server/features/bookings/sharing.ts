import { createHash } from 'node:crypto'
import type { CapacityMode } from '../../../src/scheduling'

interface Sharer {
  bookingId: string
  variantId: string
  capacityMode: CapacityMode
  startsAt: string
  endsAt: string
}

/** The same for all bookings of a session, which may overlap; unique for any other booking. */
export const sharingOf = ({ bookingId, variantId, capacityMode, startsAt, endsAt }: Sharer): string => {
  if (capacityMode !== 'session') return bookingId
  const hash = createHash('sha256').update(`${variantId} ${startsAt} ${endsAt}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`
}
