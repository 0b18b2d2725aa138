import type { Intervals } from './Intervals'

/** Every instant that is in both sets. */
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
