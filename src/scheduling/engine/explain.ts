import { formatInstant } from '../../declare'
import type { CheckEntry, Explanation } from '../answers'
import type { Finding, RequestCheck, ResourceCheck } from '../checks/Check'
import { CHECK_CODES, type CheckCode, checkOrder, OVERRIDABLE_CODES } from '../checks/checkCodes'
import { requestChecks } from '../checks/requestChecks'
import { resourceChecks } from '../checks/resourceChecks'
import { formatEnglish } from '../messages/formatEnglish'
import type { RuleType } from '../snapshot'
import { type AvailabilityQuery, type Candidate, resolveCandidate } from './AvailabilityQuery'
import type { Constraints } from './Constraints'
import type { ResourceQuery } from './ResourceQuery'

/** Unlike a search, runs every check (docs/domain.md#checks-in-reporting-order). */
export function explain(query: AvailabilityQuery, candidate: Candidate): Explanation {
  const { start, end, horizon } = resolveCandidate(query, candidate)
  const { request } = query
  const checks: CheckEntry[] = requestChecks.flatMap(check => {
    return entries(
      check,
      null,
      check.passes(request, start),
      () => check.findings(request, start),
      check.isWarning?.(request),
    )
  })
  const refusals = checks.filter(isRefusal)
  for (const { resourceQueries } of query.groups) {
    const byCase = resourceQueries.map(one => explainResource(one, one.constraintsAt(start, horizon), start, end))
    checks.push(...byCase.flat())
    const firsts = byCase.map(list => list.find(isRefusal))
    if (firsts.every(first => first !== undefined)) refusals.push(...furthest(firsts))
  }
  const headline = refusals.reduce<CheckEntry | null>((first, entry) => earlier(first, entry), null)
  return { available: headline === null, headline, checks, allocation: allocationAt(query, start) }
}

/** Null where the order is by priority. */
function allocationAt({ turns }: AvailabilityQuery, start: number): Explanation['allocation'] {
  if (!turns) return null
  const week = turns.at(start)
  return {
    rule: turns.rule,
    from: formatInstant(week.from),
    to: formatInstant(week.to),
    order: week.turns.flat().map(({ query, takenMinutes, openMinutes, weight, lastBookedAt }) => ({
      resourceId: query.resource.id,
      takenMinutes,
      openMinutes,
      weight,
      lastBookedAt: lastBookedAt === null ? null : formatInstant(Math.floor(lastBookedAt)),
    })),
  }
}

/** Shows even rules that more specific ones replace. */
export function explainResource(
  { resource }: ResourceQuery,
  constraints: Constraints,
  start: number,
  end: number,
): CheckEntry[] {
  const checks = resourceChecks.flatMap(check => {
    const passed = !check.applies(constraints) || constraints.holdsFor(check, start, end) > start
    return entries(check, resource.id, passed, () => constraints.findingsFor(check, start, end))
  })
  const silenced = constraints.rules.overridden.flatMap(({ rule, by }) => {
    const code = CODE_OF_RULE[rule.ruleType]
    if (!code) return []
    const params = { rule: rule.name, by: by.name }
    const finding: Finding = { sentence: 'overridden', params, ruleId: rule.id, ruleName: rule.name }
    return [{ ...entry(code, resource.id, true, finding), overriddenBy: { ruleId: by.id, ruleName: by.name } }]
  })
  return [...checks, ...silenced]
}

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
    text: formatEnglish(finding),
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

/** In order of trial among equals. */
function furthest(firsts: readonly CheckEntry[]): CheckEntry[] {
  const order = Math.max(...firsts.map(({ code }) => checkOrder(code)))
  return firsts.filter(({ code }) => code === CHECK_CODES[order])
}

function earlier(first: CheckEntry | null, second: CheckEntry): CheckEntry {
  return first && checkOrder(first.code) <= checkOrder(second.code) ? first : second
}

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
