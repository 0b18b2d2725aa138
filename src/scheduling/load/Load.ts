import { type Intervals, MINUTE, mergeIntervals } from '../../declare'
import { toMillis } from '../../resources/instants'
import type { AllocationInput, BookingStatus, BusyTimesInput, CapacityMode } from '../snapshot'
import type { SpanMinutes } from './spans'

/** An allocation without its times, shared by equal ones. */
export interface Taking {
  readonly before: number
  readonly after: number
  readonly quantity: number
  readonly mode: CapacityMode
  readonly allocation: Omit<AllocationInput, 'startsAt' | 'endsAt'>
  /** Of several spans: its start after the booking's, and its length. */
  readonly part?: { readonly from: number; readonly length: number }
}

export interface Consumer extends Taking {
  readonly start: number
  readonly end: number
  readonly blockedStart: number
  readonly blockedEnd: number
}

const CONSUMING: ReadonlySet<BookingStatus> = new Set<BookingStatus>(['pending', 'confirmed', 'completed', 'no_show'])

export function takesCapacity({ status, holdExpiresAt }: AllocationInput, now: number): boolean {
  return CONSUMING.has(status) || (status === 'held' && toMillis(holdExpiresAt ?? 0) > now)
}

function toTaking(allocation: Taking['allocation']): Taking {
  return {
    before: (allocation.bufferBeforeMinutes ?? 0) * MINUTE,
    after: (allocation.bufferAfterMinutes ?? 0) * MINUTE,
    quantity: allocation.quantity,
    mode: allocation.capacityMode,
    allocation,
  }
}

/** Objects would be most of a search's allocations. */
interface Columns {
  readonly blockedStarts: readonly number[]
  readonly blockedEnds: readonly number[]
  readonly takings: readonly Taking[]
}

/** Sorted by the start of the blocked intervals. */
export class Load implements Columns {
  readonly blockedStarts: readonly number[]
  readonly blockedEnds: readonly number[]
  readonly takings: readonly Taking[]
  private longestBlocked: number | undefined
  private mergedAll: Intervals | undefined
  private mergedHard: Intervals | undefined
  private mergedTaken: Intervals | undefined

  private constructor({ blockedStarts, blockedEnds, takings }: Columns) {
    this.blockedStarts = blockedStarts
    this.blockedEnds = blockedEnds
    this.takings = takings
  }

  /** @param allocations only those that take capacity */
  static of(allocations: readonly AllocationInput[], busyTimes: readonly BusyTimesInput[]): Load {
    const parts = busyTimes.map(columnsOfTimes)
    if (allocations.length > 0) parts.push(columnsOf(allocations))
    return new Load(sorted(joined(parts)))
  }

  /** @param allocations only those that take capacity */
  with(allocations: readonly AllocationInput[]): Load {
    const more = columnsOf(allocations)
    return new Load(more.takings.reduce<Columns>((columns, _, i) => inserted(columns, more, i), this))
  }

  get isEmpty(): boolean {
    return this.takings.length === 0
  }

  at(i: number): Consumer {
    const taking = this.takings[i] as Taking
    const blockedStart = this.blockedStarts[i] as number
    const blockedEnd = this.blockedEnds[i] as number
    return { ...taking, start: blockedStart + taking.before, end: blockedEnd - taking.after, blockedStart, blockedEnd }
  }

  without(bookingId: string): Load {
    return this.where(({ allocation }) => allocation.bookingId !== bookingId)
  }

  get blocked(): Intervals {
    this.mergedAll ??= mergeIntervals({ starts: this.blockedStarts, ends: this.blockedEnds })
    return this.mergedAll
  }

  get unshareable(): Intervals {
    this.mergedHard ??= this.where(({ mode }) => mode !== 'pooled').blocked
    return this.mergedHard
  }

  overlapping(start: number, end: number): Consumer[] {
    const found: Consumer[] = []
    for (let i = this.firstFrom(start - this.longest); i < this.takings.length; i++) {
      if ((this.blockedStarts[i] as number) >= end) break
      if ((this.blockedEnds[i] as number) > start) found.push(this.at(i))
    }
    return found
  }

  /** Without buffers. */
  get taken(): Intervals {
    this.mergedTaken ??= mergeIntervals({
      starts: this.takings.map(({ before }, i) => (this.blockedStarts[i] as number) + before),
      ends: this.takings.map(({ after }, i) => (this.blockedEnds[i] as number) - after),
    })
    return this.mergedTaken
  }

  private get longest(): number {
    this.longestBlocked ??= this.blockedStarts.reduce(
      (longest, start, i) => Math.max(longest, (this.blockedEnds[i] as number) - start),
      0,
    )
    return this.longestBlocked
  }

  private where(isKept: (taking: Taking) => boolean): Load {
    return new Load(
      picked(
        this,
        this.takings.flatMap((taking, i) => (isKept(taking) ? [i] : [])),
      ),
    )
  }

  private firstFrom(instant: number): number {
    let low = 0
    let high = this.takings.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.blockedStarts[middle] as number) < instant) low = middle + 1
      else high = middle
    }
    return low
  }
}

function columnsOf(allocations: readonly AllocationInput[]): Columns {
  const columns: BusyColumns = { blockedStarts: [], blockedEnds: [], takings: [] }
  for (const allocation of allocations) {
    const taking = toTaking(allocation)
    const [start, end] = [toMillis(allocation.startsAt), toMillis(allocation.endsAt)]
    if (allocation.spanMinutes) addSpans(columns, taking, allocation.spanMinutes, start, end)
    else add(columns, taking, start, end)
  }
  return columns
}

/** Without buffers, by start within each booking. */
export function takenTimes(times: BusyTimesInput): { starts: number[]; ends: number[] } {
  const { blockedStarts, blockedEnds, takings } = columnsOfTimes(times)
  return {
    starts: blockedStarts.map((start, i) => start + (takings[i] as Taking).before),
    ends: blockedEnds.map((end, i) => end - (takings[i] as Taking).after),
  }
}

function columnsOfTimes({ allocation, blockedStarts, blockedEnds }: BusyTimesInput): Columns {
  const taking = toTaking(allocation)
  const { spanMinutes } = allocation
  if (!spanMinutes) return { blockedStarts, blockedEnds, takings: blockedStarts.map(() => taking) }
  const columns: BusyColumns = { blockedStarts: [], blockedEnds: [], takings: [] }
  for (let i = 0; i < blockedStarts.length; i++) {
    const start = (blockedStarts[i] as number) + taking.before
    addSpans(columns, taking, spanMinutes, start, (blockedEnds[i] as number) - taking.after)
  }
  return columns
}

interface BusyColumns {
  readonly blockedStarts: number[]
  readonly blockedEnds: number[]
  readonly takings: Taking[]
}

function add({ blockedStarts, blockedEnds, takings }: BusyColumns, taking: Taking, start: number, end: number): void {
  blockedStarts.push(start - taking.before)
  blockedEnds.push(end + taking.after)
  takings.push(taking)
}

function addSpans(columns: BusyColumns, taking: Taking, spans: SpanMinutes, start: number, end: number): void {
  for (const [i, [from, until]] of spans.entries()) {
    const part = { from: from * MINUTE, length: end - start }
    const before = i === 0 ? taking.before : 0
    const after = i === spans.length - 1 ? taking.after : 0
    add(columns, { ...taking, before, after, part }, start + part.from, start + until * MINUTE)
  }
}

function joined(parts: readonly Columns[]): Columns {
  const [only] = parts
  if (only && parts.length === 1) return only
  return {
    blockedStarts: parts.flatMap(part => part.blockedStarts),
    blockedEnds: parts.flatMap(part => part.blockedEnds),
    takings: parts.flatMap(part => part.takings),
  }
}

function sorted(columns: Columns): Columns {
  const { blockedStarts: starts } = columns
  for (let i = 1; i < starts.length; i++) {
    if ((starts[i] as number) < (starts[i - 1] as number)) {
      const order = starts.map((_, index) => index).sort((a, b) => (starts[a] as number) - (starts[b] as number))
      return picked(columns, order)
    }
  }
  return columns
}

function inserted({ blockedStarts, blockedEnds, takings }: Columns, more: Columns, i: number): Columns {
  const start = more.blockedStarts[i] as number
  let at = takings.length
  while (at > 0 && (blockedStarts[at - 1] as number) > start) at--
  return {
    blockedStarts: blockedStarts.toSpliced(at, 0, start),
    blockedEnds: blockedEnds.toSpliced(at, 0, more.blockedEnds[i] as number),
    takings: takings.toSpliced(at, 0, more.takings[i] as Taking),
  }
}

function picked({ blockedStarts, blockedEnds, takings }: Columns, indexes: readonly number[]): Columns {
  return {
    blockedStarts: indexes.map(i => blockedStarts[i] as number),
    blockedEnds: indexes.map(i => blockedEnds[i] as number),
    takings: indexes.map(i => takings[i] as Taking),
  }
}
