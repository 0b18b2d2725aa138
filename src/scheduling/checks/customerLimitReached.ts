import type { ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { findBrokenLimits, limitsHoldUntil } from './limitReached'

export const customerLimitReached: ResourceCheck = {
  code: 'customer_limit_reached',
  order: checkOrder('customer_limit_reached'),
  passed: 'The customer has not reached a limit.',
  applies: ({ customerLimits }) => customerLimits.length > 0,
  holdsUntil: ({ customerLimits, request }, start, end) =>
    limitsHoldUntil(customerLimits, request.quantity, start, end),
  findings: ({ customerLimits, request }, start, end) => {
    return findBrokenLimits(customerLimits, request, start, end, request.customer?.name ?? 'The customer')
  },
}
