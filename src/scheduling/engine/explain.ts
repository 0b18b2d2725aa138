import type { Finding, RequestCheck, ResourceCheck } from '../checks/Check'
import { CHECK_CODES, type CheckCode, checkOrder } from '../checks/checkCodes'
import { OVERRIDABLE_CODES } from '../checks/overridableCodes'
import { requestChecks } from '../checks/requestChecks'
import { resourceChecks } from '../checks/resourceChecks'
import type { Sentence, SentenceParams } from '../sentences/Sentence'
import { sayInEnglish } from '../sentences/sayInEnglish'
import type { RuleType } from '../snapshot'
import { type Candidate, placeCandidate } from './Candidate'
import type { Inquiry } from './Inquiry'
import type { ResourceCase } from './ResourceCase'
import type { Terms } from './Terms'

/** One check of a candidate, passed or failed, in words. */
export interface CheckEntry {
  code: CheckCode
  /** The resource it was asked of; null for checks of the request as a whole. */
  resourceId: string | null
  passed: boolean
  severity: 'error' | 'warning'
  /** Whether staff may override it with a reason. */
  isOverridable: boolean
  /** In English; the next two are for saying it in another language. */
  text: string
  sentence: Sentence['sentence']
  params: SentenceParams
  ruleId: string | null
  ruleName: string | null
  scheduleId: string | null
  bookingId: string | null
  timeslotId: string | null
  /** The resource that is in the way, where it is another one. */
  causeResourceId: string | null
  /** Set on a rule that does not count here: the more specific one that does. */
  overriddenBy: { ruleId: string; ruleName: string } | null
}

export interface Explanation {
  available: boolean
  /** The failed check that is the answer to "why not?". */
  headline: CheckEntry | null
  checks: CheckEntry[]
}

/** Every check of every resource for one candidate (domain §3.5), by the same functions that availability stops early. */
export function explain(inquiry: Inquiry, candidate: Candidate): Explanation {
  const { start, end, horizon } = placeCandidate(inquiry, candidate)
  const { request } = inquiry
  const checks: CheckEntry[] = requestChecks.flatMap(check => {
    return entries(
      check,
      null,
      check.passes(request, start),
      () => check.findings(request, start),
      check.isWarning?.(request),
    )
  })
  const refusals: CheckEntry[] = checks.filter(isRefusal).slice(0, 1)
  for (const { cases } of inquiry.groups) {
    const byCase = cases.map(one => explainCase(one, one.termsAt(start, horizon), start, end))
    checks.push(...byCase.flat())
    const firsts = byCase.map(list => list.find(isRefusal))
    if (firsts.every(first => first !== undefined)) refusals.push(...furthest(firsts))
  }
  const headline = refusals.reduce<CheckEntry | null>((first, entry) => earlier(first, entry), null)
  return { available: headline === null, headline, checks }
}

/** All checks of one resource, and the rules that more specific ones silence. */
export function explainCase({ resource }: ResourceCase, terms: Terms, start: number, end: number): CheckEntry[] {
  const checks = resourceChecks.flatMap(check => {
    const passed = !check.applies(terms) || check.holdsUntil(terms, start, end) > start
    return entries(check, resource.id, passed, () => check.findings(terms, start, end))
  })
  const silenced = terms.rules.overridden.flatMap(({ rule, by }) => {
    const code = CODE_OF_RULE[rule.ruleType]
    if (!code) return []
    const params = { rule: rule.name, by: by.name }
    const finding: Finding = { sentence: 'overridden', params, ruleId: rule.id, ruleName: rule.name }
    return [{ ...entry(code, resource.id, true, finding), overriddenBy: { ruleId: by.id, ruleName: by.name } }]
  })
  return [...checks, ...silenced]
}

/** A failed check that refuses, not only warns. */
export function isRefusal({ passed, severity }: CheckEntry): boolean {
  return !passed && severity === 'error'
}

function entries(
  check: RequestCheck | ResourceCheck,
  resourceId: string | null,
  passed: boolean,
  findings: () => Finding[],
  isWarning = false,
): CheckEntry[] {
  if (passed) return [entry(check.code, resourceId, true, { sentence: `passed.${check.code}` })]
  return findings().map(finding => ({
    ...entry(check.code, resourceId, false, finding),
    severity: isWarning ? 'warning' : 'error',
  }))
}

function entry(code: CheckCode, resourceId: string | null, passed: boolean, finding: Finding): CheckEntry {
  return {
    code,
    resourceId,
    passed,
    severity: 'error',
    isOverridable: OVERRIDABLE_CODES.has(code),
    text: sayInEnglish(finding),
    sentence: finding.sentence,
    params: finding.params ?? {},
    ruleId: finding.ruleId ?? null,
    ruleName: finding.ruleName ?? null,
    scheduleId: finding.scheduleId ?? null,
    bookingId: finding.bookingId ?? null,
    timeslotId: finding.timeslotId ?? null,
    causeResourceId: finding.resourceId ?? null,
    overriddenBy: null,
  }
}

/** Of several resources that all fail, the one that came closest speaks; of equals the one with priority. */
function furthest(firsts: readonly CheckEntry[]): CheckEntry[] {
  const order = Math.max(...firsts.map(({ code }) => checkOrder(code)))
  return firsts.filter(({ code }) => code === CHECK_CODES[order]).slice(0, 1)
}

function earlier(first: CheckEntry | null, second: CheckEntry): CheckEntry {
  return first && checkOrder(first.code) <= checkOrder(second.code) ? first : second
}

/** The check in which a rule of each type would speak; a cancellation notice does not judge a new booking. */
const CODE_OF_RULE: Record<RuleType, CheckCode | null> = {
  blackout: 'blackout',
  opening_hours: 'outside_opening_hours',
  booking_limit: 'limit_reached',
  approval_required: null,
  buffer: 'resource_busy',
  min_notice: 'notice_too_short',
  max_advance: 'too_far_ahead',
  duration_limit: 'duration_out_of_range',
  start_interval: 'start_not_on_grid',
  min_gap: 'gap_too_small',
  capacity_override: 'capacity_exceeded',
  cancellation_notice: null,
}
