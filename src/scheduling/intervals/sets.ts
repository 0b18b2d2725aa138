import { type Intervals, mergeIntervals } from '../../declare'

export const NO_INTERVALS: Intervals = { starts: [], ends: [] }

/** The time in at least one of the sets. */
export function unionIntervals(sets: readonly Intervals[]): Intervals {
  const [only] = sets
  if (only && sets.length === 1) return only
  return mergeIntervals({ starts: sets.flatMap(set => set.starts), ends: sets.flatMap(set => set.ends) })
}

/** The time in both sets. */
export function intersectIntervals(a: Intervals, b: Intervals): Intervals {
  const common: { starts: number[]; ends: number[] } = { starts: [], ends: [] }
  let i = 0
  let j = 0
  while (i < a.starts.length && j < b.starts.length) {
    const start = Math.max(a.starts[i] as number, b.starts[j] as number)
    const end = Math.min(a.ends[i] as number, b.ends[j] as number)
    if (start < end) {
      common.starts.push(start)
      common.ends.push(end)
    }
    if ((a.ends[i] as number) < (b.ends[j] as number)) i++
    else j++
  }
  return common
}

/**
 * The time of `from` outside `taken`.
 *
 * @example
 * // Free time: 0–30 and 60–90.
 * subtractIntervals({ starts: [0], ends: [90] }, { starts: [30], ends: [60] })
 */
export function subtractIntervals(from: Intervals, taken: Intervals): Intervals {
  const rest: { starts: number[]; ends: number[] } = { starts: [], ends: [] }
  let j = 0
  for (let i = 0; i < from.starts.length; i++) {
    let start = from.starts[i] as number
    const end = from.ends[i] as number
    while (j < taken.starts.length && (taken.ends[j] as number) <= start) j++
    for (let k = j; k < taken.starts.length && (taken.starts[k] as number) < end; k++) {
      const cut = taken.starts[k] as number
      if (cut > start) {
        rest.starts.push(start)
        rest.ends.push(cut)
      }
      start = taken.ends[k] as number
      if (start >= end) break
    }
    if (start < end) {
      rest.starts.push(start)
      rest.ends.push(end)
    }
  }
  return rest
}
