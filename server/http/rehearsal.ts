/**
 * Results of a dry run's earlier rows, for hooks (`unit.rehearsal`). Each row is undone before the next, so nobody
 * waits for its writes, yet the next is judged as if it stood.
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

  /** Call before a transaction's rows, which may run twice. */
  begin(): void {
    this.#piece = new Map()
  }

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
