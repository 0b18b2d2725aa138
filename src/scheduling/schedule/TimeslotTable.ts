import { toMillis } from '../../resources/instants'
import type { AllocationInput, TimeslotInput } from '../snapshot'

interface TimeslotRun {
  readonly first: number
  readonly last: number
  readonly endsWith: boolean
}

/** Counts taken seats (docs/domain.md#bookings-at-timeslots). */
export class TimeslotTable {
  readonly slots: readonly TimeslotInput[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  private readonly booked: readonly number[]

  /** @param allocations that take capacity, of any resource */
  constructor(slots: readonly TimeslotInput[], allocations: readonly AllocationInput[]) {
    const sorted = slots
      .map(slot => ({ slot, start: toMillis(slot.startsAt), end: toMillis(slot.endsAt) }))
      .sort((a, b) => a.start - b.start)
    this.slots = sorted.map(({ slot }) => slot)
    this.starts = sorted.map(({ start }) => start)
    this.ends = sorted.map(({ end }) => end)
    this.booked = countBooked(this, allocations)
  }

  indexAt(start: number): number {
    const i = this.firstFrom(start)
    return this.starts[i] === start ? i : -1
  }

  firstFrom(instant: number): number {
    let low = 0
    let high = this.starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.starts[middle] as number) < instant) low = middle + 1
      else high = middle
    }
    return low
  }

  run(start: number, end: number): TimeslotRun | undefined {
    const first = this.indexAt(start)
    if (first < 0) return undefined
    let last = first
    while ((this.ends[last] as number) < end && this.starts[last + 1] === this.ends[last]) last++
    return { first, last, endsWith: this.ends[last] === end }
  }

  firstClosed({ first, last }: TimeslotRun): TimeslotInput | undefined {
    for (let i = first; i <= last; i++) if ((this.slots[i]?.status ?? 'open') !== 'open') return this.slots[i]
    return undefined
  }

  /** `Infinity` if no timeslot has a capacity. */
  seatsLeft({ first, last }: TimeslotRun): number {
    let least = Number.POSITIVE_INFINITY
    for (let i = first; i <= last; i++) {
      const capacity = this.slots[i]?.capacity
      if (capacity != null) least = Math.min(least, capacity - (this.booked[i] as number))
    }
    return least
  }

  bookedAt(index: number): number {
    return this.booked[index] ?? 0
  }

  /** `seatsLeft` if nothing were booked. */
  capacityOf({ first, last }: TimeslotRun): number {
    let least = Number.POSITIVE_INFINITY
    for (let i = first; i <= last; i++) least = Math.min(least, this.slots[i]?.capacity ?? Number.POSITIVE_INFINITY)
    return least
  }
}

function countBooked(table: TimeslotTable, allocations: readonly AllocationInput[]): number[] {
  const booked = table.slots.map(() => 0)
  const indexOf = new Map(table.slots.map((slot, i) => [slot.id, i]))
  const seen = new Set<string>()
  for (const { bookingId, timeslotId, endsAt, quantity } of allocations) {
    const first = timeslotId ? indexOf.get(timeslotId) : undefined
    if (first === undefined || seen.has(bookingId)) continue
    seen.add(bookingId)
    booked[first] = (booked[first] ?? 0) + quantity
    const end = toMillis(endsAt)
    for (let i = first + 1; i < booked.length && (table.starts[i] as number) < end; i++) {
      booked[i] = (booked[i] ?? 0) + quantity
    }
  }
  return booked
}
