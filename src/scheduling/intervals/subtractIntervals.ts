import type { Intervals } from './Intervals'

/** Every instant of `from` that is not in `taken`. */
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
