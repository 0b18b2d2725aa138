/**
 * What earlier pieces of a dry run would have left, for hooks (`unit.rehearsal`): each piece is undone before the next
 * one, which has to judge its rows as if it stood.
 */
export class Rehearsal {
  readonly #kept = new Map<string, unknown[]>()
  #piece: [key: string, value: unknown][] = []

  /** Without those of this piece, which are in the database. */
  earlier(key: string): readonly unknown[] {
    return this.#kept.get(key) ?? []
  }

  /** Of this piece, too. */
  has(key: string): boolean {
    return this.#kept.has(key) || this.#piece.some(([each]) => each === key)
  }

  keep(key: string, value: unknown): void {
    this.#piece.push([key, value])
  }

  /** Before a piece, which may run twice. */
  begin(): void {
    this.#piece = []
  }

  /** After a piece. */
  settle(): void {
    for (const [key, value] of this.#piece) {
      const values = this.#kept.get(key)
      if (values) values.push(value)
      else this.#kept.set(key, [value])
    }
    this.#piece = []
  }
}
