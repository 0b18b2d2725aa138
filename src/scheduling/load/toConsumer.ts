import type { AllocationInput, BookingStatus } from '../snapshot'
import { MINUTE, toMillis } from '../time/instant'
import type { Consumer } from './Consumer'

const CONSUMING: ReadonlySet<BookingStatus> = new Set<BookingStatus>(['pending', 'confirmed', 'completed', 'no_show'])

/** The allocation as a consumer at `now`; `undefined` when it takes nothing. A hold lapses by comparison with `now`. */
export function toConsumer(allocation: AllocationInput, now: number): Consumer | undefined {
  const { status, holdExpiresAt } = allocation
  const isHeld = status === 'held' && holdExpiresAt != null && toMillis(holdExpiresAt) > now
  if (!isHeld && !CONSUMING.has(status)) return undefined
  const start = toMillis(allocation.startsAt)
  const end = toMillis(allocation.endsAt)
  return {
    start,
    end,
    blockedStart: start - (allocation.bufferBeforeMinutes ?? 0) * MINUTE,
    blockedEnd: end + (allocation.bufferAfterMinutes ?? 0) * MINUTE,
    quantity: allocation.quantity,
    mode: allocation.capacityMode,
    allocation,
  }
}
