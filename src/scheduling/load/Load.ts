import type { Intervals } from '../intervals/Intervals'
import { mergeIntervals } from '../intervals/mergeIntervals'
import type { Consumer } from './Consumer'

/** What is already booked on a resource, by the start of the blocked intervals. */
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

  /** Blocked intervals that a pooled booking cannot share. */
  get unshareable(): Intervals {
    this.mergedHard ??= merge(this.consumers.filter(consumer => consumer.mode !== 'pooled'))
    return this.mergedHard
  }

  /** The consumers whose blocked interval shares an instant with `[start, end)`. */
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
