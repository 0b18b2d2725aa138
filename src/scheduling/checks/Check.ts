import type { ResolvedRequest } from '../engine/resolveRequest'
import type { Terms } from '../engine/Terms'
import type { Sentence } from '../sentences/Sentence'
import type { CheckCode } from './checkCodes'

/** Why a check fails, with the ids of what is responsible so that a screen can link to it. */
export interface Finding extends Sentence {
  readonly ruleId?: string
  readonly ruleName?: string
  readonly scheduleId?: string
  readonly bookingId?: string
  readonly timeslotId?: string
  readonly resourceId?: string
}

/** What `holdsUntil` returns for a candidate that fails. */
export const FAILS = Number.NEGATIVE_INFINITY

/** What it returns when no later start can fail. */
export const FOREVER = Number.POSITIVE_INFINITY

interface Check {
  readonly code: CheckCode
}

/** A check of the request as a whole. */
export interface RequestCheck extends Check {
  passes(request: ResolvedRequest, start: number): boolean
  findings(request: ResolvedRequest, start: number): Finding[]
  /** A warning is shown and does not refuse. */
  isWarning?(request: ResolvedRequest): boolean
}

/**
 * A check of one resource. `holdsUntil` runs in the search and allocates nothing; `findings` runs only to explain.
 *
 * `holdsUntil` says more than yes or no, so that a search asks again only where the answer may change: it returns an
 * instant after `start` when the candidate passes, and then every later start before that instant passes too, for
 * bookings of the same length; anything else means that it fails. A check that knows nothing of later starts returns
 * `start + 1`.
 */
export interface ResourceCheck extends Check {
  /** Place in the reporting order. */
  readonly order: number
  /** False when it cannot fail under these terms. */
  applies(terms: Terms): boolean
  holdsUntil(terms: Terms, start: number, end: number): number
  findings(terms: Terms, start: number, end: number): Finding[]
}
