import type { Constraints, TakenSpan } from '../engine/Constraints'
import type { ResolvedRequest } from '../engine/resolveRequest'
import type { EngineMessage } from '../messages/EngineMessage'
import type { RuleInput } from '../snapshot'
import type { CheckCode } from './checkCodes'

export interface Finding extends EngineMessage {
  readonly ruleId?: string
  readonly ruleName?: string
  readonly scheduleId?: string
  readonly bookingId?: string
  readonly timeslotId?: string
  readonly resourceId?: string
}

/** `holdsUntil` of a failing candidate. */
export const FAILS = Number.NEGATIVE_INFINITY

/** `holdsUntil` if no later start can fail. */
export const FOREVER = Number.POSITIVE_INFINITY

interface Check {
  readonly code: CheckCode
}

export interface RequestCheck extends Check {
  passes(request: ResolvedRequest, start: number): boolean
  findings(request: ResolvedRequest, start: number): Finding[]
  isWarning?(request: ResolvedRequest): boolean
}

/**
 * Searches call `holdsUntil`, which must not allocate; explanations call `findings`.
 *
 * If the candidate passes, `holdsUntil` returns an instant after `start`: earlier starts of the same length pass, too.
 * A check that cannot look ahead returns `start + 1`. `failsUntil` does the same for failures.
 */
export interface ResourceCheck extends Check {
  readonly order: number
  /** Asked about each span of the resource, not the whole booking. */
  readonly isOfSpans?: true
  applies(constraints: Constraints): boolean
  holdsUntil(constraints: Constraints, start: number, end: number, span: TakenSpan): number
  failsUntil?(constraints: Constraints, start: number, end: number, span: TakenSpan): number
  findings(constraints: Constraints, start: number, end: number, span: TakenSpan): Finding[]
}

export function ruleFinding(said: EngineMessage, rule: RuleInput | undefined): Finding {
  if (!rule) return said
  const own: EngineMessage = { sentence: 'ruleMessage', params: { message: rule.message ?? '' } }
  return { ...(rule.message ? own : said), ruleId: rule.id, ruleName: rule.name }
}
