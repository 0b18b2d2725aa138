import { SortedCursor } from './cursors'

/** `initial` up to `at[0]`, then `values[i]` from `at[i]` on. */
export class StepFunction {
  readonly initial: number
  readonly at: readonly number[]
  readonly values: readonly number[]
  private readonly cursor: SortedCursor

  constructor(initial: number, at: readonly number[], values: readonly number[]) {
    this.initial = initial
    this.at = at
    this.values = values
    this.cursor = new SortedCursor(at)
  }

  valueAt(instant: number): number {
    const i = this.cursor.lastAtOrBefore(instant)
    return i < 0 ? this.initial : (this.values[i] as number)
  }

  changesAfter(instant: number): number {
    return this.at[this.cursor.lastAtOrBefore(instant) + 1] ?? Number.POSITIVE_INFINITY
  }

  /** Until then, `minOver` stays the same for later starts of the same length. */
  sameUntil(start: number, end: number): number {
    let i = this.cursor.lastAtOrBefore(start) + 1
    const leaving = this.at[i] ?? Number.POSITIVE_INFINITY
    while (i < this.at.length && (this.at[i] as number) < end) i++
    const entering = this.at[i] ?? Number.POSITIVE_INFINITY
    return Math.min(leaving, entering - (end - start) + 1)
  }

  minOver(start: number, end: number): number {
    let i = this.cursor.lastAtOrBefore(start)
    let least = i < 0 ? this.initial : (this.values[i] as number)
    while (++i < this.at.length && (this.at[i] as number) < end) {
      if ((this.values[i] as number) < least) least = this.values[i] as number
    }
    return least
  }
}
