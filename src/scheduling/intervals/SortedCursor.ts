const NEAR = 8

/**
 * Finds places in sorted numbers and remembers the last one: a search asks in rising order, so the next answer is a step
 * or two away; a jump backwards or far ahead falls back to bisection.
 */
export class SortedCursor {
  private readonly sorted: readonly number[]
  private index = -1

  constructor(sorted: readonly number[]) {
    this.sorted = sorted
  }

  /** Index of the last number that is not above `value`; -1 when all are. */
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
