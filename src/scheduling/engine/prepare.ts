import type { Snapshot } from '../snapshot'
import { type InstantInput, toMillis } from '../time/instant'
import type { BookingRequest } from './BookingRequest'
import type { Candidate } from './Candidate'
import { type CancellationDeadline, cancellationDeadline } from './cancellationDeadline'
import { type CheckResult, check } from './check'
import { type DaySummary, days } from './days'
import { type Explanation, explain } from './explain'
import { type FreeAnswer, type FreeQuestion, freeResources } from './freeResources'
import { Inquiry } from './Inquiry'
import { nearest } from './nearest'
import { type NextAvailable, next } from './next'
import { resolveRequest } from './resolveRequest'
import { type Slot, slots, starts } from './slots'
import { type ResourceTimeline, type TimelineQuestion, timeline } from './timeline'
import { World } from './World'

/** A snapshot ready to be asked. */
export interface Engine {
  /** Puts one request; throws `RangeError` for an id that the snapshot does not hold. */
  ask(request: BookingRequest): Answers
  freeResources(question: FreeQuestion): FreeAnswer
  timeline(question: TimelineQuestion): ResourceTimeline[]
}

/** Answers about one request; all of them come from the same checks. */
export interface Answers {
  /** Offered starts in `[from, to)`. */
  slots(from: InstantInput, to: InstantInput, options?: { includeUnavailable?: boolean }): Slot[]
  /** The available starts of `[from, to)` as epoch milliseconds alone, for callers that need no more. */
  starts(from: InstantInput, to: InstantInput): number[]
  /** Judges one time for a booking; `override` as staff with a reason may. */
  check(candidate: Candidate, options?: { override?: boolean }): CheckResult
  /** All checks of one time, passed and failed. */
  explain(candidate: Candidate): Explanation
  /** The first available slots from `after` (default: now) that start before `until` (default: a year from now). */
  next(options?: { after?: InstantInput; until?: InstantInput; count?: number }): NextAvailable
  /** The available slots nearest to a time that was not. */
  nearest(startsAt: InstantInput, count: number): Slot[]
  /** Until when customers may cancel or move a booking that starts at `startsAt`. */
  cancellationDeadline(startsAt: InstantInput, action: 'cancel' | 'reschedule'): CancellationDeadline | null
  /** The days of a month `YYYY-MM` in the tenant's zone. */
  days(month: string): DaySummary[]
}

/**
 * Indexes a snapshot once, so that any number of requests and times can be judged against it.
 *
 * @example
 * const answers = prepare(snapshot).ask({ variantId, channelId, quantity: 2 })
 * answers.slots('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z')
 * answers.explain({ startsAt: '2026-03-02T17:00:00Z' }).headline?.text
 */
export function prepare(snapshot: Snapshot): Engine {
  const world = new World(snapshot)
  return {
    ask: request => answers(new Inquiry(resolveRequest(world, request))),
    freeResources: question => freeResources(world, question),
    timeline: question => timeline(world, question),
  }
}

function answers(inquiry: Inquiry): Answers {
  return {
    slots: (from, to, options) => slots(inquiry, toMillis(from), toMillis(to), options?.includeUnavailable),
    starts: (from, to) => starts(inquiry, toMillis(from), toMillis(to)),
    check: (candidate, options) => check(inquiry, candidate, options),
    explain: candidate => explain(inquiry, candidate),
    next: ({ after, until = Number.POSITIVE_INFINITY, count = 1 } = {}) =>
      next(inquiry, toMillis(after ?? inquiry.world.now), count, toMillis(until)),
    nearest: (startsAt, count) => nearest(inquiry, toMillis(startsAt), count),
    cancellationDeadline: (startsAt, action) => cancellationDeadline(inquiry, startsAt, action),
    days: month => days(inquiry, month),
  }
}
