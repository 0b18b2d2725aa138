import type { Intervals } from '../../hours/Intervals'

const NEAR = 8

/**
 * Finds places in sorted numbers, starting from the last place found: a search asks in rising order, so the next answer
 * is usually a step or two away. A jump back or far ahead uses bisection.
 */
export class SortedCursor {
  private readonly sorted: readonly number[]
  private index = -1

  constructor(sorted: readonly number[]) {
    this.sorted = sorted
  }

  /** Index of the last number not above `value`; -1 if all are above it. */
  lastAtOrBefore(value: number): number {
    const { sorted } = this
    let i = this.index
    if (i >= 0 && (sorted[i] as number) > value) i = this.bisect(value)
    else {
      const near = i + NEAR
      while (i + 1 < sorted.length && (sorted[i + 1] as number) <= value) {
        if (++i === near) {
          i = this.bisect(value)
          break
        }
      }
    }
    this.index = i
    return i
  }

  private bisect(value: number): number {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.sorted[middle] as number) > value) high = middle
      else low = middle + 1
    }
    return low - 1
  }
}

/** Queries on a set of intervals, fastest in rising order. */
export class IntervalCursor {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  private readonly cursor: SortedCursor

  constructor(intervals: Intervals) {
    this.starts = intervals.starts
    this.ends = intervals.ends
    this.cursor = new SortedCursor(intervals.ends)
  }

  /** Index of the first interval that ends after `instant`; the number of intervals if there is none. */
  seek(instant: number): number {
    return this.cursor.lastAtOrBefore(instant) + 1
  }

  /** The end of the first interval that ends after `instant`; `Infinity` if there is none. */
  endsAfter(instant: number): number {
    return this.ends[this.seek(instant)] ?? Number.POSITIVE_INFINITY
  }

  /** Whether one interval contains all of `[start, end)`. */
  contains(start: number, end: number): boolean {
    const i = this.seek(start)
    return i < this.ends.length && (this.starts[i] as number) <= start && end <= (this.ends[i] as number)
  }

  /**
   * The instant until which `start` may move, at the same length, without meeting an interval; `-Infinity` if `[start,
   * end)` meets one already.
   */
  freeUntil(start: number, end: number): number {
    const i = this.seek(start)
    if (i === this.ends.length) return Number.POSITIVE_INFINITY
    const next = this.starts[i] as number
    return next < end ? Number.NEGATIVE_INFINITY : next - (end - start) + 1
  }

  /** Whether any interval overlaps `[start, end)`. */
  overlaps(start: number, end: number): boolean {
    const i = this.seek(start)
    return i < this.ends.length && (this.starts[i] as number) < end
  }
}
