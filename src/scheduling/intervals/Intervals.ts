/** Half-open intervals `[starts[i], ends[i])` in epoch milliseconds: sorted, apart, and never empty. */
export interface Intervals {
  readonly starts: number[]
  readonly ends: number[]
}

export const NO_INTERVALS: Intervals = { starts: [], ends: [] }
