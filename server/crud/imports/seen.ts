/** A retried transaction drops its layer. */
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

  /** Moves the values that `kept` returns to the layer below, after the transaction. */
  settle(kept: (value: V, key: string) => V | undefined = value => value): void {
    for (const [key, value] of this.#own) {
      const left = kept(value, key)
      if (left !== undefined) this.#below?.set(key, left)
    }
  }
}

export type KeyText = string

interface Made {
  line: number
  /** All keys of the record; null if they are in the database. */
  keys: readonly KeyText[] | null
}

const standIn = 'row '

export const standInFor = (row: number): string => `${standIn}${row}`

export class Seen {
  readonly #made: Layered<Made>
  readonly #holders: Layered<number>
  /** A record's id or a row, by field and value; an empty text if released. */
  readonly taken: Layered<string>

  constructor(below?: Seen) {
    this.#made = new Layered(below ? below.#made : null)
    this.#holders = new Layered(below ? below.#holders : null)
    this.taken = new Layered(below ? below.taken : null)
  }

  /** @param isWritten keeps only the line that made or changed each record; the database knows the rest */
  settle({ isWritten }: { isWritten: boolean }): void {
    if (isWritten) this.#made.settle(({ line }, id) => (id.startsWith(standIn) ? undefined : { line, keys: null }))
    else for (const one of [this.#made, this.#holders, this.taken]) one.settle()
  }

  add(line: number, id: string, keys: readonly KeyText[] | null): void {
    this.#made.set(id, { line, keys })
    for (const key of keys ?? []) if (this.#holders.get(key) === undefined) this.#holders.set(key, line)
  }

  drop(id: string, keys: readonly KeyText[]): void {
    const line = this.lineOf(id)
    for (const key of keys) if (this.#holders.get(key) === line) this.#holders.drop(key)
    this.#made.drop(id)
  }

  lineOf(id: string): number | undefined {
    return this.#made.get(id)?.line
  }

  holderOf(key: KeyText): number | undefined {
    return this.#holders.get(key)
  }

  /** Whether an earlier row took this key from the record, unknown to a dry run's database. */
  hasLost(id: string, key: KeyText): boolean {
    return this.#made.get(id)?.keys?.includes(key) === false
  }
}
