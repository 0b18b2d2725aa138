import type { InstantInput } from '../time/instant'
import { DAY, toMillis } from '../time/instant'
import type { Horizon } from './Horizon'
import type { Inquiry } from './Inquiry'

/** A time to book at. Without an end it is that of the request's length. */
export interface Candidate {
  startsAt: InstantInput
  endsAt?: InstantInput | null
}

/** The candidate in integers, with a horizon that covers it. */
export function placeCandidate(
  inquiry: Inquiry,
  { startsAt, endsAt }: Candidate,
): { start: number; end: number; horizon: Horizon } {
  const start = toMillis(startsAt)
  const end = endsAt === undefined || endsAt === null ? inquiry.endOf(start) : toMillis(endsAt)
  return { start, end, horizon: inquiry.world.horizon(start, Math.max(start, end) + DAY) }
}
