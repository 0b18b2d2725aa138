import { type InstantInput, toMillis } from '../../resources/instants'
import type { DaySummary, Explanation, NextAvailable, Slot } from '../answers'
import type { Snapshot } from '../snapshot'
import { AvailabilityQuery, type Candidate } from './AvailabilityQuery'
import { type CancellationDeadline, cancellationDeadline } from './cancellationDeadline'
import { type CheckResult, check } from './check'
import { days } from './days'
import { explain } from './explain'
import { type FreeAnswer, type FreeQuestion, freeResources } from './freeResources'
import { IndexedSnapshot } from './IndexedSnapshot'
import { nearest, next } from './next'
import { type BookingRequest, resolveRequest } from './resolveRequest'
import { type SlotOptions, slots, starts } from './slots'
import { steadyUntil } from './steadyUntil'
import { type ResourceTimeline, type TimelineQuestion, timeline } from './timeline'

export class Engine {
  private readonly snapshot: IndexedSnapshot

  constructor(snapshot: IndexedSnapshot) {
    this.snapshot = snapshot
  }

  /** @throws RangeError for an unknown id */
  ask(request: BookingRequest): Answers {
    return new Answers(new AvailabilityQuery(resolveRequest(this.snapshot, request)))
  }

  freeResources(question: FreeQuestion): FreeAnswer {
    return freeResources(this.snapshot, question)
  }

  timeline(question: TimelineQuestion): ResourceTimeline[] {
    return timeline(this.snapshot, question)
  }
}

export class Answers {
  private readonly query: AvailabilityQuery

  constructor(query: AvailabilityQuery) {
    this.query = query
  }

  /** Full and unavailable starts are optional. */
  slots(from: InstantInput, to: InstantInput, options?: SlotOptions): Slot[] {
    return slots(this.query, toMillis(from), toMillis(to), options)
  }

  /** Epoch milliseconds. */
  starts(from: InstantInput, to: InstantInput): number[] {
    return starts(this.query, toMillis(from), toMillis(to))
  }

  /** Until when, in epoch ms, time alone changes no answer. */
  steadyUntil(from: InstantInput, to: InstantInput): number {
    return steadyUntil(this.query, toMillis(from), toMillis(to))
  }

  check(candidate: Candidate, options?: { override?: boolean }): CheckResult {
    return check(this.query, candidate, options)
  }

  explain(candidate: Candidate): Explanation {
    return explain(this.query, candidate)
  }

  /** From `after` (now) until `until` (a year from now). */
  next({
    after = this.query.snapshot.now,
    until = Number.POSITIVE_INFINITY,
    count = 1,
  }: {
    after?: InstantInput
    until?: InstantInput
    count?: number
  } = {}): NextAvailable {
    return next(this.query, toMillis(after), count, toMillis(until))
  }

  nearest(startsAt: InstantInput, count: number): Slot[] {
    return nearest(this.query, toMillis(startsAt), count)
  }

  cancellationDeadline(startsAt: InstantInput, action: 'cancel' | 'reschedule'): CancellationDeadline | null {
    return cancellationDeadline(this.query, startsAt, action)
  }

  /** `month` is `YYYY-MM` in the tenant's zone. */
  days(month: string): DaySummary[] {
    return days(this.query, month)
  }
}

/**
 * Indexes a snapshot for any number of requests.
 *
 * @example
 * const answers = createEngine(snapshot).ask({ variantId, channelId, quantity: 2 })
 * answers.slots('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z')
 * answers.explain({ startsAt: '2026-03-02T17:00:00Z' }).headline?.text
 */
export function createEngine(records: Snapshot): Engine {
  return new Engine(new IndexedSnapshot(records))
}
