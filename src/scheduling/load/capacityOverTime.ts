import { IntervalCursor } from '../intervals/IntervalCursor'
import type { Intervals } from '../intervals/Intervals'
import { mergeIntervals } from '../intervals/mergeIntervals'
import { StepFunction } from '../intervals/StepFunction'

/** A resource's effective capacity: the smallest override in force at an instant, else its base (domain §3.4). */
export function capacityOverTime(
  base: number,
  overrides: readonly { capacity: number; intervals: Intervals }[],
): StepFunction {
  const cursors = overrides.map(({ capacity, intervals }) => {
    return { capacity, cursor: new IntervalCursor(mergeIntervals(intervals)) }
  })
  const edges = new Set<number>()
  for (const { intervals } of overrides) {
    for (const start of intervals.starts) edges.add(start)
    for (const end of intervals.ends) edges.add(end)
  }
  const at = [...edges].sort((a, b) => a - b)
  const values = at.map(instant => {
    const active = cursors.filter(({ cursor }) => cursor.overlaps(instant, instant + 1))
    return active.length > 0 ? Math.min(...active.map(({ capacity }) => capacity)) : base
  })
  return new StepFunction(base, at, values)
}
