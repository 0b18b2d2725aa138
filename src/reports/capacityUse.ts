import type { OpenCapacity } from '../scheduling'

/** Bookings of one resource that take all of it, or `quantity` units. Times in epoch milliseconds, in any order. */
export interface Taking {
  readonly quantity: number | 'all'
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

export interface Line extends OpenCapacity {
  /** A booking of all of a resource takes these while its capacity is 0. */
  readonly units: number
  readonly takings: readonly Taking[]
}

/** Units × milliseconds. */
export interface Use {
  open: number
  used: number
  outside: number
}

const sorted = (instants: readonly number[]): Float64Array => Float64Array.from(instants).sort()

/** Counts the bookings under way. */
class Running {
  readonly quantity: number | 'all'
  private readonly starts: Float64Array
  private readonly ends: Float64Array
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
}

/** A period cut into parts `[cuts[i], cuts[i + 1])`, each in a cell. */
export interface Cells {
  readonly cuts: readonly number[]
  readonly cellOf: readonly number[]
  readonly count: number
}

/** By cell: open capacity, its use, and use outside open time or above the capacity. */
export const capacityUse = ({ open, capacity, units, takings }: Line, { cuts, cellOf, count }: Cells): Use[] => {
  const uses = Array.from({ length: count }, (): Use => ({ open: 0, used: 0, outside: 0 }))
  const [first = 0, end = 0] = [cuts[0], cuts.at(-1)]
  const running = takings.map(taking => new Running(taking))
  const instants = [...takings.flatMap(({ starts, ends }) => [starts, ends]), open.starts, open.ends, capacity.at]
  const points = sorted([...cuts, ...instants.flatMap(list => list.filter(at => at > first && at < end))])
  let part = 0
  let window = 0
  for (let i = 0; i + 1 < points.length; i++) {
    const from = points[i] as number
    const length = (points[i + 1] as number) - from
    if (length === 0) continue
    while ((cuts[part + 1] as number) <= from) part++
    while ((open.ends[window] as number) <= from) window++
    const isOpen = (open.starts[window] as number) <= from
    const room = capacity.valueAt(from)
    let taken = 0
    for (const each of running) {
      const count = each.at(from)
      if (count > 0) taken += each.quantity === 'all' ? room || units : count * each.quantity
    }
    const use = uses[cellOf[part] as number] as Use
    const available = isOpen ? room : 0
    const used = Math.min(taken, available)
    use.open += available * length
    use.used += used * length
    use.outside += (taken - used) * length
  }
  return uses
}
