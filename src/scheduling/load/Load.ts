import { type Intervals, mergeIntervals } from '../../hours/Intervals'
import { MINUTE, toMillis } from '../../time/instant'
import type { AllocationInput, BookingStatus, BusyTimesInput, CapacityMode } from '../snapshot'

/** An allocation that takes capacity, with its instants as integers (docs/domain.md#capacity-of-a-resource). */
export interface Consumer {
  readonly start: number
  readonly end: number
  readonly blockedStart: number
  readonly blockedEnd: number
  readonly quantity: number
  readonly mode: CapacityMode
  /** The original record, for its ids. Those that differ by nothing but their times share one. */
  readonly allocation: Omit<AllocationInput, 'startsAt' | 'endsAt'>
}

const CONSUMING: ReadonlySet<BookingStatus> = new Set<BookingStatus>(['pending', 'confirmed', 'completed', 'no_show'])

/**
 * The allocation as a consumer at `now`; `undefined` if it takes no capacity. A hold lapses once `now` reaches its
 * expiry.
 */
export function toConsumer(allocation: AllocationInput, now: number): Consumer | undefined {
  const { status, holdExpiresAt } = allocation
  const isHeld = status === 'held' && holdExpiresAt != null && toMillis(holdExpiresAt) > now
  if (!isHeld && !CONSUMING.has(status)) return undefined
  const start = toMillis(allocation.startsAt)
  const end = toMillis(allocation.endsAt)
  return {
    start,
    end,
    blockedStart: start - (allocation.bufferBeforeMinutes ?? 0) * MINUTE,
    blockedEnd: end + (allocation.bufferAfterMinutes ?? 0) * MINUTE,
    quantity: allocation.quantity,
    mode: allocation.capacityMode,
    allocation,
  }
}

/** A consumer for each of the times, in their order. */
export function toConsumers({ blocked, ...shared }: BusyTimesInput): Consumer[] {
  const { quantity, capacityMode, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = shared
  const allocation: Consumer['allocation'] = { ...shared, bookingId: '', status: 'confirmed' }
  const consumers: Consumer[] = []
  for (let i = 0; i < blocked.length; i += 2) {
    const blockedStart = blocked[i] as number
    const blockedEnd = blocked[i + 1] as number
    consumers.push({
      start: blockedStart + bufferBeforeMinutes * MINUTE,
      end: blockedEnd - bufferAfterMinutes * MINUTE,
      blockedStart,
      blockedEnd,
      quantity,
      mode: capacityMode,
      allocation,
    })
  }
  return consumers
}

/** The consumers of a resource, sorted by the start of their blocked intervals. */
export class Load {
  readonly consumers: readonly Consumer[]
  private readonly longest: number
  private mergedAll: Intervals | undefined
  private mergedHard: Intervals | undefined

  constructor(consumers: readonly Consumer[]) {
    this.consumers = sortByBlockedStart(consumers)
    let longest = 0
    for (const { blockedStart, blockedEnd } of consumers) longest = Math.max(longest, blockedEnd - blockedStart)
    this.longest = longest
  }

  /** All blocked intervals, merged. */
  get blocked(): Intervals {
    this.mergedAll ??= merge(this.consumers)
    return this.mergedAll
  }

  /** The blocked intervals that a pooled booking cannot share. */
  get unshareable(): Intervals {
    this.mergedHard ??= merge(this.consumers.filter(consumer => consumer.mode !== 'pooled'))
    return this.mergedHard
  }

  /** The consumers whose blocked interval overlaps `[start, end)`. */
  overlapping(start: number, end: number): Consumer[] {
    const found: Consumer[] = []
    for (let i = this.firstFrom(start - this.longest); i < this.consumers.length; i++) {
      const consumer = this.consumers[i] as Consumer
      if (consumer.blockedStart >= end) break
      if (consumer.blockedEnd > start) found.push(consumer)
    }
    return found
  }

  private firstFrom(instant: number): number {
    let low = 0
    let high = this.consumers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.consumers[middle] as Consumer).blockedStart < instant) low = middle + 1
      else high = middle
    }
    return low
  }
}

export const NO_LOAD = new Load([])

function merge(consumers: readonly Consumer[]): Intervals {
  return mergeIntervals({
    starts: consumers.map(consumer => consumer.blockedStart),
    ends: consumers.map(consumer => consumer.blockedEnd),
  })
}

function sortByBlockedStart(consumers: readonly Consumer[]): readonly Consumer[] {
  for (let i = 1; i < consumers.length; i++) {
    if ((consumers[i] as Consumer).blockedStart < (consumers[i - 1] as Consumer).blockedStart) {
      return [...consumers].sort((a, b) => a.blockedStart - b.blockedStart)
    }
  }
  return consumers
}
