import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database'

/** Rows per transaction. 500 take longer, more memory, and more of others' time (docs/benchmarks.md). */
const most = 200

const least = 10

/** Until it is known how long a row takes. */
const first = 25

/**
 * In milliseconds, of a transaction: whoever comes while it has the only session of an embedded database, or waits for
 * what it has locked, waits until it ends. `beside` others who are there already, it is shorter.
 */
const short = { alone: 150, beside: 25 }

/**
 * Milliseconds. `stay`: others count as present after their last transaction; `next`: how soon they may send another;
 * `most`: the longest pause for them after a transaction; `within`: the longest inside one, after each slice of its work.
 */
const others = { stay: 2000, next: 4, most: 200, within: 5 }

/**
 * How fast an import works: its transactions are short. An embedded database has one session: while others use it,
 * transactions are shorter still, and it pauses after each to let them in. On a server others have sessions of their own,
 * but share this process: while they use theirs, the import's own work pauses.
 */
export class Pace {
  readonly #database: Pick<Database, 'kind' | 'connections'>
  #rows = first
  #seenAt = Number.NEGATIVE_INFINITY

  constructor(database: Pick<Database, 'kind' | 'connections'>) {
    this.#database = database
  }

  /** The size of the next transaction. */
  get rows(): number {
    return this.#rows
  }

  /** Whether its statements are worth a plan of their own. */
  get isLarge(): boolean {
    return this.#rows > 100
  }

  /** Runs a transaction of so many rows, and makes room for others after it. */
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

  /** Leaves this process to others inside a transaction of the import, whose own connection is one of those in use. */
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

/** Rows that are read at a time where all are written in one transaction. */
export const readTogether = most
