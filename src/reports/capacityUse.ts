import type { OpenCapacity } from '../scheduling'

/** Of a whole resource, or of `quantity` units. Epoch milliseconds, in any order. */
export interface Taking {
  readonly quantity: number | 'all'
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

export interface Line extends OpenCapacity {
  /** A whole resource's units while its capacity is 0. */
  readonly units: number
  readonly takings: readonly Taking[]
}

/** Units × milliseconds. */
export interface Use {
  open: number
  used: number
  outside: number
}

/** The database mostly orders them. */
const sorted = (instants: readonly number[]): readonly number[] =>
  instants.every((at, index) => index === 0 || (instants[index - 1] as number) <= at)
    ? instants
    : instants.toSorted((a, b) => a - b)

class Running {
  readonly quantity: number | 'all'
  private readonly starts: readonly number[]
  private readonly ends: readonly number[]
  private started = 0
  private ended = 0

  constructor({ quantity, starts, ends }: Taking) {
    this.quantity = quantity
    this.starts = sorted(starts)
    this.ends = sorted(ends)
  }

  /** Instants must rise. */
  at(instant: number): number {
    while ((this.starts[this.started] as number) <= instant) this.started++
    while ((this.ends[this.ended] as number) <= instant) this.ended++
    return this.started - this.ended
  }

  /** After the last instant given to `at`. */
  nextChange(): number {
    return Math.min(this.starts[this.started] ?? never, this.ends[this.ended] ?? never)
  }
}

const never = Number.POSITIVE_INFINITY

/** A period's parts `[cuts[i], cuts[i + 1])`, each in a cell. */
export interface Cells {
  readonly cuts: readonly number[]
  readonly cellOf: readonly number[]
  readonly count: number
}

/** Open capacity, its use, and use outside open time or above capacity. */
export const capacityUse = ({ open, capacity, units, takings }: Line, { cuts, cellOf, count }: Cells): Use[] => {
  const uses = Array.from({ length: count }, (): Use => ({ open: 0, used: 0, outside: 0 }))
  const running = takings.map(taking => new Running(taking))
  let window = 0
  for (const [part, cell] of cellOf.entries()) {
    const use = uses[cell] as Use
    const end = cuts[part + 1] as number
    for (let from = cuts[part] as number; from < end; ) {
      while ((open.ends[window] as number) <= from) window++
      const opens = open.starts[window] ?? never
      const isOpen = opens <= from
      const room = capacity.valueAt(from)
      let until = Math.min(end, isOpen ? (open.ends[window] as number) : opens, capacity.changesAfter(from))
      let taken = 0
      for (const each of running) {
        const count = each.at(from)
        if (count > 0) taken += each.quantity === 'all' ? room || units : count * each.quantity
        until = Math.min(until, each.nextChange())
      }
      const available = isOpen ? room : 0
      const used = Math.min(taken, available)
      const length = until - from
      use.open += available * length
      use.used += used * length
      use.outside += (taken - used) * length
      from = until
    }
  }
  return uses
}
