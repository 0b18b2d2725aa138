import type { RuleInput } from '../../../src/scheduling'

/** A rule for all resources. */
export const rule = (ruleType: RuleInput['ruleType'], parameters: object, more: object = {}): RuleInput => {
  return {
    id: ruleType + JSON.stringify(more),
    name: ruleType,
    ruleType,
    parameters,
    applyToAllResources: true,
    ...more,
  } as RuleInput
}

/** All twelve types; but for the buffer, which the floor knows too, they take no slot away, so that both find the same. */
export const everyRule = (interval: number, bufferMinutes = 5): RuleInput[] => [
  rule('blackout', { startDate: '2026-12-25', endDate: '2026-12-26', repeatsYearly: true }),
  rule('opening_hours', {
    weeklyHours: [1, 2, 3, 4, 5, 6].map(dayOfWeek => ({ dayOfWeek, startTime: '07:00', endTime: '20:00' })),
  }),
  rule('booking_limit', { max: 500, period: 'day' }),
  rule('booking_limit', { max: 9000, period: 'week', measure: 'minutes', subject: 'customer' }, { channelIds: [] }),
  rule('approval_required', { minQuantity: 2 }),
  rule('buffer', { afterMinutes: bufferMinutes }),
  rule('min_notice', { minutes: 120 }),
  rule('max_advance', { days: 1095 }),
  rule('duration_limit', { minMinutes: 10, maxMinutes: 120 }),
  rule('min_gap', { minutes: 5 }),
  rule('start_interval', { intervalMinutes: interval }),
  rule('capacity_override', { capacity: 2, startDate: '2027-06-01', endDate: '2027-08-31', daysOfWeek: [6, 7] }),
  rule('cancellation_notice', { minutes: 1440 }),
]
