import type { Intervals } from './Intervals'
import { mergeIntervals } from './mergeIntervals'

/** Every instant that is in at least one of the sets. */
export function unionIntervals(sets: readonly Intervals[]): Intervals {
  const [only] = sets
  if (only && sets.length === 1) return only
  return mergeIntervals({ starts: sets.flatMap(set => set.starts), ends: sets.flatMap(set => set.ends) })
}
