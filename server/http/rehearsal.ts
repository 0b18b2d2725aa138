/**
 * What earlier rows of a dry run would have left, for hooks (`unit.rehearsal`): each row is undone before the next one,
 * which has to be judged as if it stood. So nobody waits for what a dry run has written.
 */
export class Rehearsal {
  readonly #kept = new Map<string, unknown[]>()
  #piece = new Map<string, unknown[]>()

  earlier(key: string): readonly unknown[] {
    return [...(this.#kept.get(key) ?? []), ...(this.#piece.get(key) ?? [])]
  }

  keep(key: string, value: unknown): void {
    add(this.#piece, key, [value])
  }

  /** Before the rows of a transaction, which may run twice. */
  begin(): void {
    this.#piece = new Map()
  }

  /** After the transaction. */
  settle(): void {
    for (const [key, values] of this.#piece) add(this.#kept, key, values)
    this.#piece = new Map()
  }
}

const add = (kept: Map<string, unknown[]>, key: string, values: readonly unknown[]): void => {
  const known = kept.get(key)
  if (known) known.push(...values)
  else kept.set(key, [...values])
}
