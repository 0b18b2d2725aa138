import { MINUTE } from '../../declare'
import type { ResolvedRequest } from '../engine/resolveRequest'
import type { RuleInput, VariantInput } from '../snapshot'
import { type EffectiveRules, type Strictest, strictest } from './resolveRules'

/** A rule's conditions must all hold. */
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

/** Elapsed minutes (docs/domain.md#the-law-of-combination). Staff are exempt. */
export function cancellationNotice(
  rules: EffectiveRules,
  variant: Pick<VariantInput, 'cancellationNoticeMinutes'>,
  action: 'cancel' | 'reschedule',
): Strictest<RuleInput<'cancellation_notice'>> | undefined {
  const applying = rules.inForce.cancellation_notice.filter(({ parameters }) => {
    return (parameters.appliesTo ?? 'both') === 'both' || parameters.appliesTo === action
  })
  return strictest('max', applying, rule => rule.parameters.minutes, variant.cancellationNoticeMinutes)
}
