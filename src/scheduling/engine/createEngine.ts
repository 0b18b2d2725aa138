import { type InstantInput, toMillis } from '../../time/instant'
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
import { type ResourceTimeline, type TimelineQuestion, timeline } from './timeline'

/** An indexed snapshot that answers requests. */
export interface Engine {
  /** @throws RangeError for an id missing from the snapshot */
  ask(request: BookingRequest): Answers
  freeResources(question: FreeQuestion): FreeAnswer
  timeline(question: TimelineQuestion): ResourceTimeline[]
}

/** The answers about one request, all based on the same checks. */
export interface Answers {
  /** The offered starts in `[from, to)`; those that others have taken, and those that cannot be had at all, only if asked for. */
  slots(from: InstantInput, to: InstantInput, options?: SlotOptions): Slot[]
  /** The available starts in `[from, to)` as epoch milliseconds, for callers that need nothing else. */
  starts(from: InstantInput, to: InstantInput): number[]
  /** Judges one candidate for a booking. `override` skips what staff may override with a reason. */
  check(candidate: Candidate, options?: { override?: boolean }): CheckResult
  /** Every check of one candidate, passed or failed. */
  explain(candidate: Candidate): Explanation
  /** The first available slots from `after` (default: now) that start before `until` (default: a year from now). */
  next(options?: { after?: InstantInput; until?: InstantInput; count?: number }): NextAvailable
  /** The available slots nearest to a time that is not available. */
  nearest(startsAt: InstantInput, count: number): Slot[]
  /** Until when customers may cancel or move a booking that starts at `startsAt`; null without a limit. */
  cancellationDeadline(startsAt: InstantInput, action: 'cancel' | 'reschedule'): CancellationDeadline | null
  /** The days of a month (`YYYY-MM`) in the tenant's zone. */
  days(month: string): DaySummary[]
}

/**
 * Indexes a snapshot once, so that any number of requests and times can be judged against it.
 *
 * @example
 * const answers = createEngine(snapshot).ask({ variantId, channelId, quantity: 2 })
 * answers.slots('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z')
 * answers.explain({ startsAt: '2026-03-02T17:00:00Z' }).headline?.text
 */
export function createEngine(records: Snapshot): Engine {
  const snapshot = new IndexedSnapshot(records)
  return {
    ask: request => answersTo(new AvailabilityQuery(resolveRequest(snapshot, request))),
    freeResources: question => freeResources(snapshot, question),
    timeline: question => timeline(snapshot, question),
  }
}

/** The answers about one request. */
export function answersTo(query: AvailabilityQuery): Answers {
  return {
    slots: (from, to, options) => slots(query, toMillis(from), toMillis(to), options),
    starts: (from, to) => starts(query, toMillis(from), toMillis(to)),
    check: (candidate, options) => check(query, candidate, options),
    explain: candidate => explain(query, candidate),
    next: ({ after, until = Number.POSITIVE_INFINITY, count = 1 } = {}) =>
      next(query, toMillis(after ?? query.snapshot.now), count, toMillis(until)),
    nearest: (startsAt, count) => nearest(query, toMillis(startsAt), count),
    cancellationDeadline: (startsAt, action) => cancellationDeadline(query, startsAt, action),
    days: month => days(query, month),
  }
}
