import { formatInstant } from '../../declare'
import type { Phase } from '../../resources/phases'
import type { CheckEntry } from '../answers'
import type { CheckCode } from '../checks/checkCodes'
import type { SpanMinutes } from '../load/spans'
import { approvalRules } from '../rules/approvalAndCancellation'
import { type AvailabilityQuery, type Candidate, type GroupQuery, resolveCandidate } from './AvailabilityQuery'
import { explain, explainResource, isRefusal } from './explain'
import type { Horizon } from './Horizon'
import type { ResourceQuery } from './ResourceQuery'
import { timeslotAt } from './slots'

export interface CheckResult {
  available: boolean
  startsAt: string
  endsAt: string
  allocations: {
    resourceId: string
    bufferBeforeMinutes: number
    bufferAfterMinutes: number
    spanMinutes?: SpanMinutes
  }[]
  phases: readonly Phase[]
  timeslotId: string | null
  timeZone: string
  requiresApproval: boolean
  approvalRuleIds: string[]
  headline: CheckEntry | null
  /** All warnings, and the first failed check of the request and of each resource. */
  reasons: CheckEntry[]
  overrides: { code: CheckCode; ruleId: string | null }[]
  alternativeResourceIds: string[]
}

/** `override` accepts a resource that fails only overridable checks if none is free (docs/domain.md#staff-override). */
export function check(query: AvailabilityQuery, candidate: Candidate, { override = false } = {}): CheckResult {
  const { start, end, horizon } = resolveCandidate(query, candidate)
  const { request, snapshot } = query
  const { failure, chosen } = query.evaluate(start, end, horizon)
  const taken = failure < 0 ? chosen.filter(one => one !== undefined) : []
  const explanation =
    failure < 0 && !request.customer?.isBlocked ? undefined : explain(query, { startsAt: start, endsAt: end })
  const overruled =
    override && failure >= 0 ? overrule(query, explanation?.checks ?? [], start, end, horizon) : undefined
  const resourceQueries = overruled?.resourceQueries ?? taken
  const available = failure < 0 || overruled !== undefined
  const approvals = resourceQueries.flatMap(one => {
    return approvalRules(one.constraintsAt(start, horizon).rules.inForce.approval_required, request, start, end)
  })
  return {
    available,
    startsAt: formatInstant(start),
    endsAt: formatInstant(end),
    allocations: resourceQueries.map(one => allocationOf(one, start, end, horizon)),
    phases: end - start === request.phased?.length ? request.phased.phases : [],
    timeslotId: timeslotAt(query, start, resourceQueries[0]),
    timeZone: (resourceQueries[0] ?? query.resourceQueries[0])?.zone.timeZone ?? snapshot.zone.timeZone,
    requiresApproval:
      request.variant.requiresApproval === true || request.channel?.autoConfirm === false || approvals.length > 0,
    approvalRuleIds: [...new Set(approvals.map(({ id }) => id))],
    headline: available ? null : (explanation?.headline ?? null),
    reasons: explanation ? reasonsOf(explanation.checks, failure < 0) : [],
    overrides: overruled?.entries.map(({ code, ruleId }) => ({ code, ruleId })) ?? [],
    alternativeResourceIds: available ? [] : alternatives(query.groups, start, end, horizon),
  }
}

export function allocationOf(
  one: ResourceQuery,
  start: number,
  end: number,
  horizon: Horizon,
): CheckResult['allocations'][number] {
  const constraints = one.constraintsAt(start, horizon)
  const { beforeBuffer, afterBuffer } = constraints
  return {
    resourceId: one.resource.id,
    bufferBeforeMinutes: beforeBuffer.value,
    bufferAfterMinutes: afterBuffer.value,
    ...(one.spanMinutes && constraints.spansOf(start, end) && { spanMinutes: one.spanMinutes }),
  }
}

function reasonsOf(checks: readonly CheckEntry[], isAvailable: boolean): CheckEntry[] {
  const seen = new Set<string | null>()
  return checks.filter(entry => {
    if (entry.passed) return false
    if (entry.severity === 'warning') return true
    if (isAvailable || seen.has(entry.resourceId)) return false
    seen.add(entry.resourceId)
    return true
  })
}

function overrule(
  { groups, turns }: AvailabilityQuery,
  checks: readonly CheckEntry[],
  start: number,
  end: number,
  horizon: Horizon,
): { resourceQueries: ResourceQuery[]; entries: CheckEntry[] } | undefined {
  const entries = checks.filter(entry => entry.resourceId === null && isRefusal(entry))
  const resourceQueries: ResourceQuery[] = []
  for (const [index, group] of groups.entries()) {
    const candidates = turns?.at(start).turns[index]?.map(({ query }) => query) ?? group.resourceQueries
    const options = candidates.map(one => ({ one, refusals: refusalsOf(one, start, end, horizon) }))
    const option =
      options.find(({ refusals }) => refusals.length === 0) ??
      options.find(({ refusals }) => refusals.every(({ isOverridable }) => isOverridable))
    if (!option) return undefined
    resourceQueries.push(option.one)
    entries.push(...option.refusals)
  }
  return entries.every(({ isOverridable }) => isOverridable) ? { resourceQueries, entries } : undefined
}

function refusalsOf(one: ResourceQuery, start: number, end: number, horizon: Horizon): CheckEntry[] {
  return explainResource(one, one.constraintsAt(start, horizon), start, end).filter(isRefusal)
}

function alternatives(groups: readonly GroupQuery[], start: number, end: number, horizon: Horizon): string[] {
  return groups
    .filter(({ resourceQueries }) =>
      resourceQueries.every(one => one.constraintsAt(start, horizon).firstFailure(start, end) >= 0),
    )
    .flatMap(({ others }) => others)
    .filter(one => one.constraintsAt(start, horizon).firstFailure(start, end) < 0)
    .map(({ resource }) => resource.id)
}
