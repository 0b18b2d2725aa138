import type { CheckCode } from '../checks/checkCodes'
import { approvalRules } from '../rules/approvalRules'
import { formatInstant } from '../time/formatInstant'
import { type Candidate, placeCandidate } from './Candidate'
import { type CheckEntry, explain, explainCase, isRefusal } from './explain'
import type { Horizon } from './Horizon'
import type { GroupCase, Inquiry } from './Inquiry'
import type { ResourceCase } from './ResourceCase'
import { timeslotAt } from './slots'

/** What a booking of this candidate would be, or why it cannot be. */
export interface CheckResult {
  available: boolean
  startsAt: string
  endsAt: string
  /** The resources it takes, one of each group, with the buffers to keep on the booking. */
  allocations: { resourceId: string; bufferBeforeMinutes: number; bufferAfterMinutes: number }[]
  timeslotId: string | null
  /** Local times of the booking are shown in this zone. */
  timeZone: string
  /** It starts as pending, because of the variant, the channel or rules. */
  requiresApproval: boolean
  approvalRuleIds: string[]
  /** The reason when it is not available. */
  headline: CheckEntry | null
  /** All that stands against it, with warnings; of each resource only its first failed check. */
  reasons: CheckEntry[]
  /** Rules that staff override with this booking; empty unless `override` was asked for and needed. */
  overrides: { code: CheckCode; ruleId: string | null }[]
  /** Resources that could be taken instead of pinned ones that cannot. */
  alternativeResourceIds: string[]
}

/**
 * Judges one candidate for a booking. With `override` a resource whose failed checks may all be overridden by staff is
 * as good as a free one, but after it (domain §3.8.6).
 */
export function check(inquiry: Inquiry, candidate: Candidate, { override = false } = {}): CheckResult {
  const { start, end, horizon } = placeCandidate(inquiry, candidate)
  const { request, world } = inquiry
  const { failure, chosen } = inquiry.judge(start, end, horizon)
  const taken = failure < 0 ? chosen.filter(one => one !== undefined) : []
  const explanation =
    failure < 0 && !request.customer?.isBlocked ? undefined : explain(inquiry, { startsAt: start, endsAt: end })
  const overruled =
    override && failure >= 0 ? overrule(inquiry, explanation?.checks ?? [], start, end, horizon) : undefined
  const cases = overruled?.cases ?? taken
  const available = failure < 0 || overruled !== undefined
  const approvals = cases.flatMap(one => {
    return approvalRules(one.termsAt(start, horizon).rules.inForce.approval_required, request, start, end)
  })
  return {
    available,
    startsAt: formatInstant(start),
    endsAt: formatInstant(end),
    allocations: cases.map(one => {
      const { beforeBuffer, afterBuffer } = one.termsAt(start, horizon)
      return {
        resourceId: one.resource.id,
        bufferBeforeMinutes: beforeBuffer.value,
        bufferAfterMinutes: afterBuffer.value,
      }
    }),
    timeslotId: timeslotAt(inquiry, start, cases[0]),
    timeZone: (cases[0] ?? inquiry.cases[0])?.zone.timeZone ?? world.zone.timeZone,
    requiresApproval:
      request.variant.requiresApproval === true || request.channel?.autoConfirm === false || approvals.length > 0,
    approvalRuleIds: [...new Set(approvals.map(({ id }) => id))],
    headline: available ? null : (explanation?.headline ?? null),
    reasons: explanation ? reasonsOf(explanation.checks, failure < 0) : [],
    overrides: overruled?.entries.map(({ code, ruleId }) => ({ code, ruleId })) ?? [],
    alternativeResourceIds: available ? [] : alternatives(inquiry.groups, start, end, horizon),
  }
}

/** The first refusal of each resource and of the request, and every warning. */
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

/** The resources staff could take by overriding, and what they override; `undefined` when something may not be. */
function overrule(
  { groups }: Inquiry,
  checks: readonly CheckEntry[],
  start: number,
  end: number,
  horizon: Horizon,
): { cases: ResourceCase[]; entries: CheckEntry[] } | undefined {
  const entries = checks.filter(entry => entry.resourceId === null && isRefusal(entry))
  const cases: ResourceCase[] = []
  for (const { cases: candidates } of groups) {
    const options = candidates.map(one => ({ one, refusals: refusalsOf(one, start, end, horizon) }))
    const option =
      options.find(({ refusals }) => refusals.length === 0) ??
      options.find(({ refusals }) => refusals.every(({ isOverridable }) => isOverridable))
    if (!option) return undefined
    cases.push(option.one)
    entries.push(...option.refusals)
  }
  return entries.every(({ isOverridable }) => isOverridable) ? { cases, entries } : undefined
}

function refusalsOf(one: ResourceCase, start: number, end: number, horizon: Horizon): CheckEntry[] {
  return explainCase(one, one.termsAt(start, horizon), start, end).filter(isRefusal)
}

function alternatives(groups: readonly GroupCase[], start: number, end: number, horizon: Horizon): string[] {
  return groups
    .filter(({ cases }) => cases.every(one => one.termsAt(start, horizon).firstFailure(start, end) >= 0))
    .flatMap(({ others }) => others)
    .filter(one => one.termsAt(start, horizon).firstFailure(start, end) < 0)
    .map(({ resource }) => resource.id)
}
