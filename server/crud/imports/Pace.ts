import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database'

/** Rows. 500 need more time and memory, and delay others more (docs/benchmarks.md). */
const most = 200

const least = 10

const first = 25

/** Milliseconds per transaction, alone and `beside` others. */
const short = { alone: 150, beside: 25 }

/**
 * Milliseconds. `stay`: others count as present after their last transaction; `next`: how soon they may send another;
 * `most`: the longest pause after a transaction; `within`: the longest inside one.
 */
const others = { stay: 2000, next: 4, most: 200, within: 5 }

/** Paces an import, so that others can use an embedded database's only session. */
export class Pace {
  readonly #database: Pick<Database, 'kind' | 'connections'>
  #rows = first
  #seenAt = Number.NEGATIVE_INFINITY

  constructor(database: Pick<Database, 'kind' | 'connections'>) {
    this.#database = database
  }

  get rows(): number {
    return this.#rows
  }

  get isLarge(): boolean {
    return this.#rows > 100
  }

  async keep<T>(rows: number, transaction: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await transaction()
    const each = (performance.now() - start) / rows
    const isEmbedded = this.#database.kind !== 'postgres'
    if (isEmbedded) await this.#letIn()
    const isBeside = isEmbedded && performance.now() - this.#seenAt <= others.stay
    const fitting = Math.round((isBeside ? short.beside : short.alone) / each)
    this.#rows = Math.min(most, Math.max(least, fitting))
    return result
  }

  /** The import's own connection counts as used. */
  readonly rest = async (): Promise<void> => {
    if (this.#database.kind !== 'postgres') return
    const start = performance.now()
    const areOthers = () => this.#database.connections.open - this.#database.connections.idle > 1
    while (areOthers() && performance.now() - start < others.within) await sleep(1)
  }

  get #isTaken(): boolean {
    const { idle, waiting } = this.#database.connections
    return idle === 0 || waiting > 0
  }

  async #letIn(): Promise<void> {
    const start = performance.now()
    for (let freeSince = Number.NEGATIVE_INFINITY; performance.now() - start < others.most; await sleep(1)) {
      if (this.#isTaken) {
        this.#seenAt = performance.now()
        freeSince = this.#seenAt
      } else if (performance.now() - freeSince > others.next) return
    }
  }
}

export const readTogether = most
