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

  drop(key: string): void {
    this.#own.delete(key)
  }

  /** Hands its entries down, once the transaction is over, as far as `kept` gives something for them. */
  settle(kept: (value: V, key: string) => V | undefined = value => value): void {
    for (const [key, value] of this.#own) {
      const left = kept(value, key)
      if (left !== undefined) this.#below?.set(key, left)
    }
  }
}

/** A key's place in the declaration, and a row's values for it. */
export type KeyText = string

interface Made {
  line: number
  /** All keys of the record; null if they are in the database. */
  keys: readonly KeyText[] | null
}

const standIn = 'row '

/** In place of the id of a record that is not written yet. */
export const standInFor = (row: number): string => `${standIn}${row}`

/** What earlier rows of a file have made or changed, as far as later ones may meet it. */
export class Seen {
  readonly #made: Layered<Made>
  readonly #holders: Layered<number>
  /** Holders of unique values, by field and value: a record's id or a row, or an empty text for nobody any more. */
  readonly taken: Layered<string>

  constructor(below?: Seen) {
    this.#made = new Layered(below ? below.#made : null)
    this.#holders = new Layered(below ? below.#holders : null)
    this.taken = new Layered(below ? below.taken : null)
  }

  /** @param isWritten keeps only which line made or changed which record: the database knows the rest */
  settle({ isWritten }: { isWritten: boolean }): void {
    if (isWritten) this.#made.settle(({ line }, id) => (id.startsWith(standIn) ? undefined : { line, keys: null }))
    else for (const one of [this.#made, this.#holders, this.taken]) one.settle()
  }

  /** @param keys all that the record has now; null if they are in the database */
  add(line: number, id: string, keys: readonly KeyText[] | null): void {
    this.#made.set(id, { line, keys })
    for (const key of keys ?? []) if (this.#holders.get(key) === undefined) this.#holders.set(key, line)
  }

  /** Of a row that leaves nothing, before the next rows come. */
  drop(id: string, keys: readonly KeyText[]): void {
    const line = this.lineOf(id)
    for (const key of keys) if (this.#holders.get(key) === line) this.#holders.drop(key)
    this.#made.drop(id)
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
    return this.#made.get(id)?.keys?.includes(key) === false
  }
}
