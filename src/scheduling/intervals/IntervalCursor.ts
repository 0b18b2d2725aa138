import type { Intervals } from './Intervals'
import { SortedCursor } from './SortedCursor'

/** Questions about a set of intervals, quick when they are asked in rising order. */
export class IntervalCursor {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  private readonly cursor: SortedCursor

  constructor(intervals: Intervals) {
    this.starts = intervals.starts
    this.ends = intervals.ends
    this.cursor = new SortedCursor(intervals.ends)
  }

  /** Index of the first interval that ends after `instant`; the length when there is none. */
  seek(instant: number): number {
    return this.cursor.lastAtOrBefore(instant) + 1
  }

  /** Does one interval hold the whole of `[start, end)`? */
  contains(start: number, end: number): boolean {
    const i = this.seek(start)
    return i < this.ends.length && (this.starts[i] as number) <= start && end <= (this.ends[i] as number)
  }

  /**
   * How far `[start, end)` may move later without meeting an interval: every start before the answer is free. The answer
   * is `-Infinity` when it meets one as it is.
   */
  freeUntil(start: number, end: number): number {
    const i = this.seek(start)
    if (i === this.ends.length) return Number.POSITIVE_INFINITY
    const next = this.starts[i] as number
    return next < end ? Number.NEGATIVE_INFINITY : next - (end - start) + 1
  }

  /** Does any interval share an instant with `[start, end)`? */
  overlaps(start: number, end: number): boolean {
    const i = this.seek(start)
    return i < this.ends.length && (this.starts[i] as number) < end
  }
}
