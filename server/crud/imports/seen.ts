/** A map over another one: a transaction that has to run again drops its layer. */
export class Layered<V> {
  readonly #below: Layered<V> | null
  readonly #own = new Map<string, V>()

  constructor(below: Layered<V> | null = null) {
    this.#below = below
  }

  get(key: string): V | undefined {
    return this.#own.get(key) ?? this.#below?.get(key)
  }

  set(key: string, value: V): void {
    this.#own.set(key, value)
  }

  /** Hands its entries down, once the transaction is over. */
  settle(): void {
    for (const [key, value] of this.#own) this.#below?.set(key, value)
  }
}

/** A key's place in the declaration, and a row's values for it. */
export type KeyText = string

interface Made {
  line: number
  /** All keys of the record; null if they are in the database. */
  keys: ReadonlySet<KeyText> | null
}

/** What earlier rows of a file have made or changed, as far as later ones may meet it. */
export class Seen {
  readonly #made: Layered<Made>
  readonly #holders: Layered<number>
  /** Holders of unique values, by field and value: a record's id or a row. */
  readonly taken: Layered<string>

  constructor(below?: Seen) {
    this.#made = new Layered(below ? below.#made : null)
    this.#holders = new Layered(below ? below.#holders : null)
    this.taken = new Layered(below ? below.taken : null)
  }

  settle(): void {
    for (const one of [this.#made, this.#holders, this.taken]) one.settle()
  }

  /** @param keys all that the record has now; null if they are in the database */
  add(line: number, id: string, keys: readonly KeyText[] | null): void {
    this.#made.set(id, { line, keys: keys && new Set(keys) })
    for (const key of keys ?? []) if (this.#holders.get(key) === undefined) this.#holders.set(key, line)
  }

  lineOf(id: string): number | undefined {
    return this.#made.get(id)?.line
  }

  /** The line whose record has this key. */
  holderOf(key: KeyText): number | undefined {
    return this.#holders.get(key)
  }

  /** Whether an earlier row took this key from the record, which the database does not know in a dry run. */
  hasLost(id: string, key: KeyText): boolean {
    return this.#made.get(id)?.keys?.has(key) === false
  }
}
