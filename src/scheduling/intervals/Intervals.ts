/** Half-open intervals `[starts[i], ends[i])` in epoch milliseconds: sorted, apart, and never empty. */
export interface Intervals {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

export const NO_INTERVALS: Intervals = { starts: [], ends: [] }
