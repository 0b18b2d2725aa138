import type { Intervals } from '../../declare'

/** Milliseconds of `[from, to)` in merged intervals. */
export function lengthWithin({ starts, ends }: Intervals, from: number, to: number): number {
  let sum = 0
  for (let i = 0; i < starts.length; i++)
    sum += Math.max(0, Math.min(ends[i] as number, to) - Math.max(starts[i] as number, from))
  return sum
}
