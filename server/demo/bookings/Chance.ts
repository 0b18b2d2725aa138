/** Repeats the same choices on every installation. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** `[0, 1)`. */
  next(): number {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return this.#state / 4_294_967_296
  }

  is(share: number): boolean {
    return this.next() < share
  }

  /** Includes both ends. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.next() * values.length)]
  }
}
