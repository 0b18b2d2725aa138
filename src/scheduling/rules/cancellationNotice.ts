import type { RuleInput, VariantInput } from '../snapshot'
import type { EffectiveRules } from './resolveRules'
import { type Strictest, strictest } from './strictest'

/**
 * How long before its start customers and channels may still cancel or move a booking, in minutes of elapsed time: the
 * strictest of the rules in force and the variant's own; `undefined` when nothing says so (domain §2.8.1, §3.4).
 */
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
