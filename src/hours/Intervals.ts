/** Half-open, in epoch milliseconds: sorted, disjoint, not touching, never empty. */
export interface Intervals {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** The union of any intervals: sorted and merged, without empty ones. */
export function mergeIntervals(intervals: Intervals): Intervals {
  if (areMerged(intervals)) return intervals
  const { starts, ends } = intervals
  let order: number[] | undefined
  for (let i = 1; i < starts.length; i++) {
    if ((starts[i] as number) < (starts[i - 1] as number)) {
      order = starts.map((_, index) => index).sort((a, b) => (starts[a] as number) - (starts[b] as number))
      break
    }
  }
  const merged: { starts: number[]; ends: number[] } = { starts: [], ends: [] }
  let last = -1
  for (let i = 0; i < starts.length; i++) {
    const at = order ? (order[i] as number) : i
    const start = starts[at] as number
    const end = ends[at] as number
    if (end <= start) continue
    if (last >= 0 && start <= (merged.ends[last] as number)) {
      if (end > (merged.ends[last] as number)) merged.ends[last] = end
    } else {
      merged.starts.push(start)
      merged.ends.push(end)
      last++
    }
  }
  return merged
}

function areMerged({ starts, ends }: Intervals): boolean {
  for (let i = 0; i < starts.length; i++) {
    if ((ends[i] as number) <= (starts[i] as number)) return false
    if (i > 0 && (starts[i] as number) <= (ends[i - 1] as number)) return false
  }
  return true
}
