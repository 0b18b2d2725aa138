/** Gives the same choices on every installation. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to but excluding 1. */
  next(): number {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return this.#state / 4_294_967_296
  }

  /** True with this probability, from 0 to 1. */
  is(share: number): boolean {
    return this.next() < share
  }

  /** A whole number, including both ends. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** Undefined for an empty list. */
  pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.next() * values.length)]
  }
}
