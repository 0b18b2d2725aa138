import { type Intervals, mergeIntervals } from '../../declare'
import { IntervalCursor } from '../intervals/cursors'
import { StepFunction } from '../intervals/StepFunction'
import type { Load, Taking } from './Load'

/** The smallest override, or `base` (docs/domain.md#the-law-of-combination). */
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

/** Negative while overbooked (docs/domain.md#capacity-of-a-resource). */
export function unitsLeft(capacity: StepFunction, { blockedStarts, blockedEnds, takings }: Load): StepFunction {
  const changes = new Map<number, number>()
  for (let i = 0; i < takings.length; i++) {
    const { quantity, mode } = takings[i] as Taking
    if (mode !== 'pooled') continue
    const from = blockedStarts[i] as number
    const until = blockedEnds[i] as number
    changes.set(from, (changes.get(from) ?? 0) - quantity)
    changes.set(until, (changes.get(until) ?? 0) + quantity)
  }
  for (const instant of capacity.at) if (!changes.has(instant)) changes.set(instant, 0)
  const at = [...changes.keys()].sort((a, b) => a - b)
  let taken = 0
  const values = at.map(instant => {
    taken += changes.get(instant) ?? 0
    return capacity.valueAt(instant) + taken
  })
  return new StepFunction(capacity.initial, at, values)
}
