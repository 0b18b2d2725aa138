/** In reporting order (docs/domain.md#checks-in-reporting-order). */
export const CHECK_CODES = [
  'tenant_inactive',
  'item_inactive',
  'variant_inactive',
  'channel_inactive',
  'channel_not_selling',
  'quantity_out_of_range',
  'no_active_resource',
  'in_past',
  'notice_too_short',
  'too_far_ahead',
  'outside_schedule',
  'outside_opening_hours',
  'blackout',
  'external_busy',
  'no_timeslot',
  'timeslot_closed',
  'duration_mismatch',
  'duration_out_of_range',
  'start_not_on_grid',
  'limit_reached',
  'timeslot_full',
  'resource_busy',
  'capacity_exceeded',
  'related_resource_busy',
  'gap_too_small',
  'visit_apart',
  'customer_blocked',
  'customer_limit_reached',
] as const

export type CheckCode = (typeof CHECK_CODES)[number]

export function checkOrder(code: CheckCode): number {
  return CHECK_CODES.indexOf(code)
}

export const TAKEN_CODES: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'limit_reached',
  'timeslot_full',
  'resource_busy',
  'capacity_exceeded',
  'related_resource_busy',
])

/**
 * With a reason (docs/domain.md#staff-override). No override double-books: capacity, families and timeslots are
 * missing.
 */
export const OVERRIDABLE_CODES: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'variant_inactive',
  'in_past',
  'notice_too_short',
  'too_far_ahead',
  'outside_schedule',
  'outside_opening_hours',
  'blackout',
  'external_busy',
  'duration_out_of_range',
  'start_not_on_grid',
  'limit_reached',
  'gap_too_small',
  'visit_apart',
  'customer_blocked',
  'customer_limit_reached',
])

/** A booking that keeps its time ignores these. */
export const ABOUT_TIME_CODES: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'in_past',
  'notice_too_short',
  'too_far_ahead',
  'duration_out_of_range',
  'start_not_on_grid',
  'customer_blocked',
  'customer_limit_reached',
])
