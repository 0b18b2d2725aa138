import type { Constraints } from '../engine/Constraints'
import type { ResolvedRequest } from '../engine/resolveRequest'
import type { EngineMessage } from '../messages/EngineMessage'
import type { RuleInput } from '../snapshot'
import type { CheckCode } from './checkCodes'

/** Why a check fails, with the ids of the records that cause it, so that a screen can link to them. */
export interface Finding extends EngineMessage {
  readonly ruleId?: string
  readonly ruleName?: string
  readonly scheduleId?: string
  readonly bookingId?: string
  readonly timeslotId?: string
  readonly resourceId?: string
}

/** Returned by `holdsUntil` for a candidate that fails. */
export const FAILS = Number.NEGATIVE_INFINITY

/** Returned by `holdsUntil` when no later start can fail. */
export const FOREVER = Number.POSITIVE_INFINITY

interface Check {
  readonly code: CheckCode
}

/** A check of the request as a whole. */
export interface RequestCheck extends Check {
  passes(request: ResolvedRequest, start: number): boolean
  findings(request: ResolvedRequest, start: number): Finding[]
  /** A warning is shown, but refuses nothing. */
  isWarning?(request: ResolvedRequest): boolean
}

/**
 * A check of one resource. `holdsUntil` runs in the search and allocates nothing; `findings` runs only to explain.
 *
 * `holdsUntil` returns an instant after `start` if the candidate passes, and anything else if it fails. Every later
 * start before that instant passes too, for bookings of the same length, so the search need not ask again until then. A
 * check that cannot look ahead returns `start + 1`.
 */
export interface ResourceCheck extends Check {
  /** Place in the reporting order. */
  readonly order: number
  /** False if the check cannot fail under these constraints. */
  applies(constraints: Constraints): boolean
  holdsUntil(constraints: Constraints, start: number, end: number): number
  /** The instant before which every later start of the same length fails too, where a failing check can tell. */
  failsUntil?(constraints: Constraints, start: number, end: number): number
  findings(constraints: Constraints, start: number, end: number): Finding[]
}

/** A finding caused by a rule, or by the variant itself if there is none. The rule's own message takes precedence. */
export function ruleFinding(said: EngineMessage, rule: RuleInput | undefined): Finding {
  if (!rule) return said
  const own: EngineMessage = { sentence: 'ruleMessage', params: { message: rule.message ?? '' } }
  return { ...(rule.message ? own : said), ruleId: rule.id, ruleName: rule.name }
}
