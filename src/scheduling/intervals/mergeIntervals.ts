import type { Intervals } from './Intervals'

/** The union of arbitrary intervals: sorted, with overlapping and touching ones joined and empty ones dropped. */
export function mergeIntervals({ starts, ends }: Intervals): Intervals {
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
