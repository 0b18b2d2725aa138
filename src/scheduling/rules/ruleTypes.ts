import type { RuleType } from '../snapshot'

/**
 * `restrict`: every matching rule applies; `scalar`: the strictest of the most specific group
 * (docs/domain.md#rule-types).
 */
export const RULE_CLASS: Record<RuleType, 'restrict' | 'scalar'> = {
  blackout: 'restrict',
  opening_hours: 'restrict',
  booking_limit: 'restrict',
  approval_required: 'restrict',
  buffer: 'scalar',
  min_notice: 'scalar',
  max_advance: 'scalar',
  duration_limit: 'scalar',
  start_interval: 'scalar',
  min_gap: 'scalar',
  capacity_override: 'scalar',
  cancellation_notice: 'scalar',
}

export const RULE_TYPES = Object.keys(RULE_CLASS) as readonly RuleType[]
