import type { CheckCode } from './checkCodes'

/**
 * What staff may override with a reason (domain §3.8.6): rules, hours and the grid, and inactive variants (§2.14); never
 * capacity, family or timeslots, so that nobody double-books. A booking noted after it began counts as overridden notice.
 */
export const OVERRIDABLE_CODES: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'variant_inactive',
  'in_past',
  'notice_too_short',
  'too_far_ahead',
  'outside_schedule',
  'outside_opening_hours',
  'blackout',
  'duration_out_of_range',
  'start_not_on_grid',
  'limit_reached',
  'gap_too_small',
  'customer_blocked',
  'customer_limit_reached',
])
