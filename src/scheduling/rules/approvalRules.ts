import type { ResolvedRequest } from '../engine/resolveRequest'
import type { RuleInput } from '../snapshot'
import { MINUTE } from '../time/instant'

/** The rules that make a booking start as pending: all conditions that a rule states have to hold. */
export function approvalRules(
  rules: readonly RuleInput<'approval_required'>[],
  { quantity, customer }: ResolvedRequest,
  start: number,
  end: number,
): RuleInput<'approval_required'>[] {
  const minutes = (end - start) / MINUTE
  return rules.filter(({ parameters }) => {
    if (minutes < (parameters.minDurationMinutes ?? 0)) return false
    if (quantity < (parameters.minQuantity ?? 0)) return false
    return !parameters.newCustomersOnly || !customer?.bookingCount
  })
}
