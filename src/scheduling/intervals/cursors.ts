import type { Intervals } from '../../declare'

/** The next position is usually the same. */
export class SortedCursor {
  private readonly sorted: readonly number[]
  private index = -1

  constructor(sorted: readonly number[]) {
    this.sorted = sorted
  }

  lastAtOrBefore(value: number): number {
    const { sorted, index } = this
    const isPast = index >= 0 && (sorted[index] as number) > value
    if (isPast || (sorted[index + 1] ?? Number.POSITIVE_INFINITY) <= value) this.index = this.bisect(value)
    return this.index
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

export class IntervalCursor {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  private readonly cursor: SortedCursor

  constructor(intervals: Intervals) {
    this.starts = intervals.starts
    this.ends = intervals.ends
    this.cursor = new SortedCursor(intervals.ends)
  }

  seek(instant: number): number {
    return this.cursor.lastAtOrBefore(instant) + 1
  }

  endsAfter(instant: number): number {
    return this.ends[this.seek(instant)] ?? Number.POSITIVE_INFINITY
  }

  contains(start: number, end: number): boolean {
    const i = this.seek(start)
    return i < this.ends.length && (this.starts[i] as number) <= start && end <= (this.ends[i] as number)
  }

  /** Until then, later starts of the same length meet no interval; `-Infinity` if this one meets one. */
  freeUntil(start: number, end: number): number {
    const i = this.seek(start)
    if (i === this.ends.length) return Number.POSITIVE_INFINITY
    const next = this.starts[i] as number
    return next < end ? Number.NEGATIVE_INFINITY : next - (end - start) + 1
  }

  overlaps(start: number, end: number): boolean {
    const i = this.seek(start)
    return i < this.ends.length && (this.starts[i] as number) < end
  }
}
