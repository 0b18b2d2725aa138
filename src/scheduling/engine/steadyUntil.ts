import { MINUTE } from '../../declare'
import type { AvailabilityQuery } from './AvailabilityQuery'
import { candidateStarts } from './candidateStarts'

/**
 * The last instant of the present answers, without writes. Starts pass, come too close for a notice, and come within
 * reach at midnight.
 */
export function steadyUntil(
  { snapshot, request, resourceQueries }: AvailabilityQuery,
  from: number,
  to: number,
): number {
  const { now } = snapshot
  // Only starts matter, so that any length of a daily booking will do.
  const horizon = snapshot.horizon(from, to + request.length)
  const notices = new Set([0])
  let until = Number.POSITIVE_INFINITY
  for (const one of resourceQueries) {
    for (let start = from; start < to; ) {
      const constraints = one.constraintsAt(start, horizon)
      const { notice, advance, zone } = constraints
      if (notice) notices.add(notice.value * MINUTE)
      if (advance) until = Math.min(until, zone.startOfDay(zone.dayOf(now) + 1) - 1)
      start = constraints.until
    }
  }
  const { starts } = candidateStarts(resourceQueries, horizon, from, to)
  for (const notice of notices) {
    const next = starts.find(start => start >= now + notice)
    if (next !== undefined) until = Math.min(until, next - notice)
  }
  return until
}
