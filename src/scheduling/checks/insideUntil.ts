import type { Terms } from '../engine/Terms'
import type { IntervalCursor } from '../intervals/IntervalCursor'
import { FAILS } from './Check'

/**
 * Booked time lies wholly in one window; of a daily booking only pickup and return do (domain §3.3.5). Later starts stay
 * inside as long as their end does.
 */
export function insideUntil({ request }: Terms, windows: IntervalCursor, start: number, end: number): number {
  if (request.daily !== undefined) {
    const isIn = (from: number) => windows.contains(from, from + 1)
    return isIn(start) && (isIn(end) || isIn(end - 1)) ? start + 1 : FAILS
  }
  const i = windows.seek(start)
  if (i === windows.ends.length || (windows.starts[i] as number) > start) return FAILS
  const closes = windows.ends[i] as number
  return end <= closes ? closes - (end - start) + 1 : FAILS
}
