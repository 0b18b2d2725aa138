import type { Terms } from '../engine/Terms'
import { MINUTE } from '../time/instant'
import { FAILS, FOREVER, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/** The gap to a neighbour's blocked interval is none, or long enough to be of use. The day's edges are no neighbours. */
export const gapTooSmall: ResourceCheck = {
  code: 'gap_too_small',
  order: checkOrder('gap_too_small'),
  applies: ({ gap, load }) => gap !== undefined && load.consumers.length > 0,
  holdsUntil: (terms, start, end) => {
    const least = (terms.gap?.value ?? 0) * MINUTE
    const before = gapBefore(terms, start - terms.before)
    if (before > 0 && before < least) return FAILS
    const after = gapAfter(terms, end + terms.after)
    if (after > 0 && after < least) return FAILS
    // Later starts widen the gap before and narrow the gap after by as much, unless the time is shared with a neighbour.
    const isApart = before > 0 && after > 0 && !terms.blockedBefore.overlaps(start - terms.before, end + terms.after)
    return isApart ? start + after - least + 1 : start + 1
  },
  findings: (terms, start, end) => {
    const { gap } = terms
    const least = (gap?.value ?? 0) * MINUTE
    const before = gapBefore(terms, start - terms.before)
    const isBefore = before > 0 && before < least
    const minutes = (isBefore ? before : gapAfter(terms, end + terms.after)) / MINUTE
    const sentence = isBefore ? 'gap_too_small.before' : 'gap_too_small.after'
    return [ruleFinding({ sentence, params: { gap: { minutes }, least: { minutes: gap?.value ?? 0 } } }, gap?.rule)]
  },
}

/** Free time up to `instant`; 0 when something is booked right up to it or across it, endless before all bookings. */
function gapBefore({ blockedBefore: blocked }: Terms, instant: number): number {
  const i = blocked.seek(instant)
  if (i < blocked.starts.length && (blocked.starts[i] as number) < instant) return 0
  return i > 0 ? instant - (blocked.ends[i - 1] as number) : FOREVER
}

/** Free time from `instant` on; 0 when something is booked from it on or across it, endless after all bookings. */
function gapAfter({ blockedAfter: blocked }: Terms, instant: number): number {
  const i = blocked.seek(instant)
  return i < blocked.starts.length ? Math.max(0, (blocked.starts[i] as number) - instant) : FOREVER
}
